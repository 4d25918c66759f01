import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useId, useState } from "react";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { Failure } from "./states.tsx";
import { fill } from "./words.ts";

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What happens, and that it cannot be undone. */
  readonly lead: ReactNode;
  /** The word on the button: the verb of what is done. */
  readonly verb: string;
  /** The name to be typed, for what cannot be undone. Without it, one click confirms. */
  readonly name?: string;
  /** The request that is sent. */
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { open, onClose, title, lead } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>
            <p>{lead}</p>
          </AlertDialog.Description>
          <ConfirmForm {...props} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Is there while the dialog is open, so that the next deed asks for its name again. */
function ConfirmForm({ onClose, verb, name, sending, onConfirm }: ConfirmProps) {
  const { isPending, error } = sending;
  const [typed, setTyped] = useState("");
  const field = useId();
  const isSure = name === undefined || typed.trim() === name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isSure) onConfirm();
      }}
    >
      {name !== undefined && (
        <p className="field">
          <label htmlFor={field}>{fill(texts.parts.typeName, { name })}</label>
          <input
            id={field}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </p>
      )}
      {error !== null && error !== undefined && <Failure error={error} />}
      <div className="actions">
        <Button onClick={onClose}>{texts.parts.cancel}</Button>
        <Button kind="danger" type="submit" disabled={!isSure} isBusy={isPending}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
