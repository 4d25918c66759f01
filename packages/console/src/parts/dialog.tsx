import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { classNames } from "./words.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  /** A drawer stands at the side, so that the list behind it can be read. */
  readonly as?: "dialog" | "drawer";
  readonly children: ReactNode;
}

/** Keeps the focus inside, closes by Escape, and gives the focus back to where it was. */
export function Dialog({ open, onClose, title, lead, as = "dialog", children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={classNames("popup", as)}>
          <header className="popup-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="button button-quiet" aria-label={texts.parts.close}>
              ✕
            </Base.Close>
          </header>
          {lead !== undefined && <Base.Description className="lead">{lead}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
