import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { apiAddress } from "../../app/address.ts";
import { Button, CopyButton } from "../../parts/buttons.tsx";
import { Facts } from "../../parts/facts.tsx";
import { CheckInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";

interface NewSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

const words = texts.keys.secret;

/**
 * The only time that a secret can be read. It lives in this component alone: neither in a cache nor in the address, and
 * the dialog closes when its reader says that the secret is kept elsewhere.
 */
export function NewSecret({ name, secret, onClose }: NewSecretProps) {
  const [isKept, setKept] = useState(false);
  useBlocker({ shouldBlockFn: () => !isKept, enableBeforeUnload: () => !isKept });
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title>{fill(words.title, { name })}</AlertDialog.Title>
          <AlertDialog.Description>{words.lead}</AlertDialog.Description>
          <p className="secret">
            <code data-secret>{secret}</code> <CopyButton text={secret} />
          </p>
          <Facts facts={[[words.address, <code key="address">{apiAddress}</code>]]} />
          <CheckInput label={words.kept} value={isKept} onChange={setKept} />
          <div className="actions">
            <Button kind="main" disabled={!isKept} onClick={onClose}>
              {words.done}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
