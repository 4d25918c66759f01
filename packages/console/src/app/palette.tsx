import { Dialog } from "@base-ui/react/dialog";
import { lazy, Suspense, useEffect } from "react";
import { Loading } from "../parts/states.tsx";
import { texts } from "../texts/texts.ts";

/** Loaded when it is opened first. */
const Finder = lazy(async () => ({ default: (await import("./finder.tsx")).Finder }));

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Goes anywhere by its name: screens, keys, models, requests, and the actions of the bar. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      onOpenChange(!open);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [open, onOpenChange]);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup dialog palette" aria-label={texts.palette.title}>
          <Suspense fallback={<Loading />}>
            <Finder onChosen={() => onOpenChange(false)} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
