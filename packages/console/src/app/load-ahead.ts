import { groups } from "./navigation.ts";
import { popups } from "./popups.ts";
import { portico, queryClient } from "./portico.ts";
import { router } from "./router.tsx";

/**
 * What is loaded when it is opened first opens at once then. It waits for the first figures, and until the page has nothing
 * else to do. The code of the other screens is not loaded where the user asks to save data.
 */
export async function loadAhead(): Promise<void> {
  await answered();
  await loadInTurn(Object.values(popups));
  if (!savesData()) await loadInTurn(screensOfMenu());
}

async function loadInTurn(loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const load of loads) {
    await idle();
    // What cannot be loaded now is tried again when it is opened.
    await load()?.catch(() => undefined);
  }
}

/** Of a page without a session none: its visitor may be of any role. */
function screensOfMenu(): readonly (() => Promise<unknown> | undefined)[] {
  const session = queryClient.getQueryData(portico.getSession.queryKey());
  const operations = session?.data.operations ?? [];
  return groups
    .flatMap(({ screens }) => [...screens])
    .filter(({ needs }) => operations.includes(needs))
    .map(
      ({ to }) =>
        () =>
          router.loadRouteChunk(router.routesByPath[to]),
    );
}

/** Until the screen in the address has asked its questions, those that follow from an answer too, and has their answers. */
async function answered(): Promise<void> {
  await idle();
  while (queryClient.isFetching() > 0) {
    await new Promise<void>((resolve) => {
      const stop = queryClient.getQueryCache().subscribe(() => {
        if (queryClient.isFetching() > 0) return;
        stop();
        resolve();
      });
    });
    await idle();
  }
}

/** Safari and Firefox do not tell. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return Object(connection).saveData === true;
}

function idle(): Promise<unknown> {
  // Safari does not say when it is idle.
  return new Promise((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 1000),
  );
}
