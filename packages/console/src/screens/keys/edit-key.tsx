import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./key-draft.ts";
import { KeyFields } from "./key-fields.tsx";

interface EditKeyProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onClose: () => void;
}

const words = texts.keys;

export function EditKey({ apiKey, onClose }: EditKeyProps) {
  const { hash } = apiKey;
  const update = portico.updateApiKey.useMutation({ onSuccess: onClose });
  return (
    <DraftDialog
      title={words.edit}
      lead={words.editLead}
      start={draftOf(apiKey)}
      check={(draft) => bodyOfChange(draft, apiKey)}
      verb={words.save}
      sending={update}
      onClose={onClose}
      onSubmit={(body) => update.mutate({ params: { path: { hash } }, body })}
    >
      {(fields) => <KeyFields {...fields} isChange />}
    </DraftDialog>
  );
}
