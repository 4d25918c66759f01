import type { Page, Route } from "playwright-core";

/** What a screen may meet in place of its data. */
export const states = ["loading", "error", "forbidden"] as const;
export type State = (typeof states)[number];

/** From now on, one operation of the gateway answers like this in one window. */
export async function rehearse(page: Page, asks: string, state: State): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api/v1${asks}`,
    (route) => answer(route, state),
  );
}

async function answer(route: Route, state: State): Promise<void> {
  // A route that is never answered: the screen waits until its window is closed.
  if (state === "loading") return;
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
