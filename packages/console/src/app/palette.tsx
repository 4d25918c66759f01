import { Dialog } from "@base-ui/react/dialog";
import { useRef } from "react";
import { texts } from "../texts/texts.ts";
import { Finder } from "./finder.tsx";

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Goes anywhere by its name: screens, keys, models, requests, and the actions of the bar. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  // Given by the dialog, which then knows where the focus was before.
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="popup dialog palette"
          aria-label={texts.palette.title}
          initialFocus={input}
        >
          <Finder input={input} onChosen={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
