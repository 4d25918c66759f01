import type { Store } from "../store/store.ts";

const everyMs = 10_000;

/** Counts booked requests in hours, away from the requests themselves. Returns a function that stops it. */
export function countActivity(
  { activity }: Pick<Store, "activity">,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= activity
      .count(Date.now())
      .catch(onError)
      .finally(() => {
        running = null;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
