import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../parts/dialog.tsx";
import { texts } from "../texts/texts.ts";
import { Bar } from "./bar.tsx";
import { Menu } from "./menu.tsx";
import { Palette } from "./palette.tsx";
import { SessionGate } from "./session.tsx";

/** The frame of every screen: bar, menu, and the screen itself. */
export function Layout() {
  return (
    <SessionGate>
      <Frame />
    </SessionGate>
  );
}

/** A link to `#main` would lead to the overview: the page's base is the console's root. */
function skip(): void {
  document.querySelector<HTMLElement>("#main")?.focus();
}

function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  return (
    <>
      <button type="button" className="skip" onClick={skip}>
        {texts.frame.skip}
      </button>
      <Bar onMenu={() => setMenuOpen(true)} onPalette={() => setPaletteOpen(true)} />
      <div className="frame">
        <nav className="sidebar" aria-label={texts.frame.menu}>
          <Menu />
        </nav>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Dialog
        open={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        title={texts.frame.menu}
        as="drawer"
      >
        <nav aria-label={texts.frame.menu}>
          <Menu onChosen={() => setMenuOpen(false)} />
        </nav>
      </Dialog>
      <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
    </>
  );
}
