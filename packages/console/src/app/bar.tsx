import { Link } from "@tanstack/react-router";
import { Button } from "../parts/buttons.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/texts.ts";
import { AccountMenu } from "./account-menu.tsx";
import { changeSettings, ownZone, useSettings } from "./settings.ts";

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
          <path d="M3 12 16 4l13 8v2H3zM6 16h4v10H6zm8 0h4v10h-4zm8 0h4v10h-4zM3 28h26v2H3z" />
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
  const zones = [...new Set([ownZone, "UTC", zone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <Select
      label={texts.frame.zone}
      value={zone}
      options={zones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
      onChange={(chosen) => chosen && changeSettings({ zone: chosen })}
    />
  );
}
