import { randomUUID } from "node:crypto";

const timeDigits = 12;
/** Many requests come in one millisecond. */
let knownMs = -1;
let knownPrefix = "";

/**
 * A UUID of version 7: it begins with the time, so that rows which are written together lie together in the indexes.
 * Wholly random ones would have a page of their own written, and flushed, for each.
 */
export function newUniqueName(nowMs: number): string {
  if (nowMs !== knownMs) {
    const time = nowMs.toString(16).padStart(timeDigits, "0");
    knownPrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    knownMs = nowMs;
  }
  // What is left of a random UUID (version 4) is its variant and 74 random bits.
  return knownPrefix + randomUUID().slice(15);
}
