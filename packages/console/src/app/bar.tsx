import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "../parts/buttons.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/texts.ts";
import { useSession } from "./current-session.ts";
import { mark } from "./navigation.ts";
import { popups } from "./popups.ts";
import { changeSettings, ownZone, useSettings } from "./settings.ts";

const OpenMenu = lazy(popups.accountMenu);

/** Who is signed in, with which role. The menu behind it is loaded when it is opened first. */
function AccountMenu() {
  const [wasOpened, setWasOpened] = useState(false);
  const { name, role } = useSession();
  const closed = (
    <Button
      kind="quiet"
      className="account"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWasOpened(true)}
    >
      {name} <span className="fine">{role}</span>
    </Button>
  );
  return wasOpened ? (
    <Suspense fallback={closed}>
      <OpenMenu />
    </Suspense>
  ) : (
    closed
  );
}

interface BarProps {
  readonly onMenu: () => void;
  readonly onPalette: () => void;
}

export function Bar({ onMenu, onPalette }: BarProps) {
  return (
    <header className="bar">
      <Button kind="quiet" className="bar-menu" onClick={onMenu} aria-label={texts.frame.menu}>
        ☰
      </Button>
      <Link to="/" className="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d={mark} />
        </svg>
        {texts.frame.brand}
      </Link>
      <Button className="bar-find" onClick={onPalette}>
        <span aria-hidden="true">⌕</span> <span className="bar-find-text">{texts.frame.find}</span>{" "}
        <kbd>{isMac ? "⌘" : "Ctrl"} K</kbd>
      </Button>
      <Zone />
      <Theme />
      <AccountMenu />
    </header>
  );
}

const isMac = navigator.userAgent.includes("Mac");

function Theme() {
  const { theme } = useSettings();
  return (
    <Select
      label={texts.frame.theme}
      value={theme}
      options={(["system", "light", "dark"] as const).map((value) => ({
        value,
        label: texts.frame.themes[value],
      }))}
      onChange={(chosen) => chosen && changeSettings({ theme: chosen })}
    />
  );
}

function Zone() {
  const { zone } = useSettings();
  const [others, setOthers] = useState<readonly string[]>([]);
  // Hundreds of elements, which only a list that is about to open needs.
  const addOthers = () => setOthers(Intl.supportedValuesOf("timeZone"));
  const zones = [...new Set([ownZone, "UTC", zone, ...others])];
  return (
    <Select
      label={texts.frame.zone}
      value={zone}
      options={zones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      onChange={(chosen) => chosen && changeSettings({ zone: chosen })}
      onReach={addOthers}
    />
  );
}
