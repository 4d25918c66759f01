import { Dialog } from "../parts/dialog.tsx";
import { texts } from "../texts/texts.ts";
import { Menu } from "./menu.tsx";

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The menu of narrow windows. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.frame.menu} as="drawer">
      <nav aria-label={texts.frame.menu}>
        <Menu onChosen={onClose} />
      </nav>
    </Dialog>
  );
}
