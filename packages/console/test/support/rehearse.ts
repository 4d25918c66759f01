import type { Page, Route } from "playwright-core";

/** What a screen may meet in place of its data. A stale one meets it after the data. */
export const states = ["loading", "error", "forbidden", "empty"] as const;
export type State = (typeof states)[number];

const base = "/api/v1";
/** Without its session, a page shows the sign-in and no screen. */
const session = `${base}/session`;

/** From now on, every read of the gateway is answered like this in one window; undefined: by the gateway. */
export async function rehearse(
  page: Page,
  stateNow: State | (() => State | undefined),
): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith(`${base}/`) && pathname !== session,
    (route) => {
      const state = typeof stateNow === "function" ? stateNow() : stateNow;
      const isRehearsed = state !== undefined && route.request().method() === "GET";
      return isRehearsed ? answer(route, state) : route.continue();
    },
  );
}

async function answer(route: Route, state: State): Promise<void> {
  // A route that is never answered: the screen waits until its window is closed.
  if (state === "loading") return;
  if (state === "empty") {
    const reply = await route.fetch();
    return route.fulfill({ response: reply, json: emptied(await reply.json()) });
  }
  const code = state === "error" ? 500 : 403;
  const message =
    state === "error"
      ? "An unexpected error happened in the gateway."
      : "The key's scope is spend: it may only read what was spent.";
  await route.fulfill({
    status: code,
    contentType: "application/json",
    headers: { "x-request-id": "req-rehearsed" },
    body: JSON.stringify({ error: { code, message, metadata: null } }),
  });
}

/** The same answer of a gateway that has nothing yet: its lists have no rows, and its numbers are 0. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value === "number") return 0;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, emptied(held)]));
}
