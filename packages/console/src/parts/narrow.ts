import { useSyncExternalStore } from "react";

/** The width below which `narrow.css` counts. */
const narrow = matchMedia("(max-width: 56rem)");

/** Whether the window has no room for what is minor. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
}
