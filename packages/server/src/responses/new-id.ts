import { randomBytes } from "node:crypto";

/** An id that no other thing has: the prefix names its kind. Short, because every event of a stream repeats it. */
export function newId(prefix: "msg" | "fc" | "call"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
