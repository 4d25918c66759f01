import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyDraft } from "./key-draft.ts";
import { KeyForm } from "./key-form.tsx";
import { NewSecret } from "./new-secret.tsx";

const words = texts.keys;

/** The form of a new key, and then its secret, once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<{ readonly name: string; readonly secret: string }>();
  const create = portico.createApiKey.useMutation({ gcTime: 0 });
  if (secret !== undefined) return <NewSecret {...secret} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={words.create} lead={words.createLead}>
      <KeyForm
        start={emptyDraft}
        check={bodyOfNew}
        verb={words.create}
        isBusy={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={(body) =>
          create.mutate(
            { body },
            {
              onSuccess: ({ data, key }) => {
                setSecret({ name: data.name, secret: key });
                create.reset();
              },
            },
          )
        }
      />
    </Dialog>
  );
}
