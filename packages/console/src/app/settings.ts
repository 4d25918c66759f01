import { useSyncExternalStore } from "react";
import { applyTheme, storedTheme, storeTheme, type Theme } from "./theme.ts";

/** What one reader has chosen on this machine. Nothing secret is kept here. */
export interface Settings {
  readonly theme: Theme;
  /** An IANA name, or the machine's own zone. */
  readonly zone: string;
}

const zoneName = "portico.zone";

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const listeners = new Set<() => void>();
let settings = stored();

function stored(): Settings {
  const zone = localStorage.getItem(zoneName);
  return {
    theme: storedTheme(),
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
  storeTheme(settings.theme);
  localStorage.setItem(zoneName, settings.zone);
  applyTheme(settings.theme);
  for (const listener of listeners) listener();
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
