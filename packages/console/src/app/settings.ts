import { useSyncExternalStore } from "react";

/** What one reader has chosen on this machine. Nothing secret is kept here. */
export interface Settings {
  readonly theme: "system" | "light" | "dark";
  /** An IANA name, or the machine's own zone. */
  readonly zone: string;
}

/** The documentation reads and writes the theme under the same name. */
const themeName = "redoc.colorMode";
const zoneName = "portico.zone";

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const listeners = new Set<() => void>();
let settings = stored();

function stored(): Settings {
  const theme = localStorage.getItem(themeName);
  const zone = localStorage.getItem(zoneName);
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    zone: zone !== null && isZone(zone) ? zone : ownZone,
  };
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}

export function changeSettings(change: Partial<Settings>): void {
  settings = { ...settings, ...change };
  if (settings.theme === "system") localStorage.removeItem(themeName);
  else localStorage.setItem(themeName, settings.theme);
  localStorage.setItem(zoneName, settings.zone);
  applyTheme();
  for (const listener of listeners) listener();
}

export function applyTheme(): void {
  const { classList } = document.documentElement;
  classList.toggle("light", settings.theme === "light");
  classList.toggle("dark", settings.theme === "dark");
}

export function useSettings(): Settings {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => settings,
  );
}
