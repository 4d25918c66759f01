import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { texts } from "../texts/texts.ts";
import { Bar } from "./bar.tsx";
import { Menu } from "./menu.tsx";
import { popups } from "./popups.ts";
import { SessionGate } from "./session.tsx";

/**
 * Whether something has been open. What is loaded when it is opened first is drawn from then on, so that it closes as it likes
 * and gives the focus back.
 */
function useOpenedOnce(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}

/** ⌘K, and Ctrl K on other keyboards. */
function usePaletteKey(onKey: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    onKey();
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

const MenuDrawer = lazy(popups.menuDrawer);
const Palette = lazy(popups.palette);

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
  const hasMenu = useOpenedOnce(isMenuOpen);
  const hasPalette = useOpenedOnce(isPaletteOpen);
  usePaletteKey(() => setPaletteOpen((isOpen) => !isOpen));
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
      <Suspense>
        {hasMenu && <MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} />}
      </Suspense>
      <Suspense>
        {hasPalette && <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />}
      </Suspense>
    </>
  );
}
