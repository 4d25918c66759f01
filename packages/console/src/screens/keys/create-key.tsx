import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, type CreateBody, emptyDraft } from "./key-draft.ts";
import { KeyFields } from "./key-fields.tsx";
import { NewSecret } from "./new-secret.tsx";

const words = texts.keys;

/** The form of a new key, and then its secret, once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<{ readonly name: string; readonly secret: string }>();
  const create = portico.createApiKey.useMutation({ gcTime: 0 });
  if (secret !== undefined) return <NewSecret {...secret} onClose={onClose} />;
  const submit = (body: CreateBody) =>
    create.mutate(
      { body },
      {
        onSuccess: ({ data, key }) => {
          setSecret({ name: data.name, secret: key });
          create.reset();
        },
      },
    );
  return (
    <DraftDialog
      title={words.create}
      lead={words.createLead}
      start={emptyDraft}
      check={bodyOfNew}
      verb={words.create}
      sending={create}
      onClose={onClose}
      onSubmit={submit}
    >
      {(fields) => <KeyFields {...fields} />}
    </DraftDialog>
  );
}
