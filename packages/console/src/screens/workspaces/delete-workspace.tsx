import type { Schema } from "@portico/client";
import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { fill } from "../../parts/fill.ts";
import { texts } from "../../texts/texts.ts";

const words = texts.workspaces.deletion;

interface DeleteWorkspaceProps {
  readonly workspace: Schema<"Workspace">;
  readonly onGone: () => void;
}

/** Cannot be undone, so its name has to be typed. */
export function DeleteWorkspace({ workspace, onGone }: DeleteWorkspaceProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = portico.deleteWorkspace.useMutation({ onSuccess: onGone });
  return (
    <>
      <div className="actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </div>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={fill(words.title, { name: workspace.name })}
        verb={words.verb}
        name={workspace.name}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params: { path: { id: workspace.id } } })}
      >
        <p>{words.lead}</p>
      </Confirm>
    </>
  );
}
