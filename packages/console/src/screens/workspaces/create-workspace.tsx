import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyDraft } from "./workspace-draft.ts";
import { WorkspaceForm } from "./workspace-form.tsx";

const words = texts.workspaces;

interface CreateWorkspaceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

export function CreateWorkspace({ onClose, onCreated }: CreateWorkspaceProps) {
  const create = portico.createWorkspace.useMutation();
  return (
    <Dialog open onClose={onClose} title={words.create} lead={words.createLead}>
      <WorkspaceForm
        start={emptyDraft}
        check={bodyOfNew}
        verb={words.create}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={(body) =>
          create.mutate({ body }, { onSuccess: ({ data }) => onCreated(data.id) })
        }
      />
    </Dialog>
  );
}
