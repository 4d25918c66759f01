import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { Schema } from "@portico/client";
import { texts } from "../../texts/texts.ts";
import { SignInForm } from "./sign-in.tsx";

const words = texts.signIn;

/** Over a page whose session has ended: its screens stay as they are, unseen, until the same person signs in again. */
export function SignInAgain({
  onSignedIn,
}: {
  readonly onSignedIn: (session: Schema<"CurrentSession">) => unknown;
}) {
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop backdrop-opaque" forceRender />
        <AlertDialog.Popup className="popup dialog sign-in-again">
          <AlertDialog.Title>{words.again}</AlertDialog.Title>
          <AlertDialog.Description>{words.againLead}</AlertDialog.Description>
          <SignInForm onSignedIn={onSignedIn} isAside />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
