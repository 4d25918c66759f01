import { randomUUID } from "node:crypto";

const timeDigits = 12;

/**
 * `gen-` and a UUID of version 7: it begins with the time, so that rows which are written together lie together in
 * the indexes. Wholly random ones would have a page of their own written, and flushed, for each.
 */
export function newGenerationId(nowMs: number): string {
  const time = nowMs.toString(16).padStart(timeDigits, "0");
  // What is left of a random UUID (version 4) is its variant and 74 random bits.
  return `gen-${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
