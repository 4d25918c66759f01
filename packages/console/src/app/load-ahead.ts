import { popups } from "./popups.ts";

/** What is loaded when it is opened first opens at once then. It waits until the page has nothing else to do. */
export async function loadAhead(): Promise<void> {
  for (const load of Object.values(popups)) {
    await idle();
    // What cannot be loaded now is tried again when it is opened.
    await load().catch(() => undefined);
  }
}

function idle(): Promise<unknown> {
  // Safari does not say when it is idle.
  return new Promise((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  );
}
