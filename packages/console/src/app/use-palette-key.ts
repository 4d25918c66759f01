import { useEffect, useEffectEvent } from "react";

/** ⌘K, and Ctrl K on other keyboards. */
export function usePaletteKey(onKey: () => void): void {
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
