import { randomUUID } from "node:crypto";

const timeDigits = 12;
/** Many requests come in one millisecond. */
let knownMs = -1;
let knownPrefix = "";

/**
 * A UUID of version 7: it begins with the time, so that rows which are written together lie together in the indexes.
 * Each wholly random one would cause the write and flush of a page of its own.
 */
export function newUniqueName(nowMs: number): string {
  if (nowMs !== knownMs) {
    const time = nowMs.toString(16).padStart(timeDigits, "0");
    knownPrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    knownMs = nowMs;
  }
  // The variant and 74 random bits come from a random UUID (version 4).
  return knownPrefix + randomUUID().slice(15);
}
