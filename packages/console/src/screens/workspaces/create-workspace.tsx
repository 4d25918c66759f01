import { portico } from "../../app/portico.ts";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyDraft } from "./workspace-draft.ts";
import { WorkspaceFields } from "./workspace-fields.tsx";

const words = texts.workspaces;

interface CreateWorkspaceProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

export function CreateWorkspace({ onClose, onCreated }: CreateWorkspaceProps) {
  const create = portico.createWorkspace.useMutation();
  return (
    <DraftDialog
      title={words.create}
      lead={words.createLead}
      start={emptyDraft}
      check={bodyOfNew}
      verb={words.create}
      sending={create}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body }, { onSuccess: ({ data }) => onCreated(data.id) })}
    >
      {(fields) => <WorkspaceFields {...fields} />}
    </DraftDialog>
  );
}
