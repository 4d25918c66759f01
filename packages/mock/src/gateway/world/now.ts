import type { WorldData } from "./data.ts";

/** What a world takes for the present: `travel` moves it. */
export function nowOf({ aheadMs = 0 }: Pick<WorldData, "aheadMs">): number {
  return Date.now() + aheadMs;
}
