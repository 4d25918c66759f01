import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./key-draft.ts";
import { KeyForm } from "./key-form.tsx";

interface KeyDialogProps {
  readonly apiKey: Schema<"ApiKey">;
  readonly onClose: () => void;
}

const words = texts.keys;

export function EditKey({ apiKey, onClose }: KeyDialogProps) {
  const update = portico.updateApiKey.useMutation({ onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={words.edit} lead={words.editLead}>
      <KeyForm
        start={draftOf(apiKey)}
        isChange
        check={(draft) => bodyOfChange(draft, apiKey)}
        verb={words.save}
        isBusy={update.isPending}
        error={update.error}
        onCancel={onClose}
        onSubmit={(body) => {
          if (Object.keys(body).length === 0) onClose();
          else update.mutate({ params: { path: { hash: apiKey.hash } }, body });
        }}
      />
    </Dialog>
  );
}
