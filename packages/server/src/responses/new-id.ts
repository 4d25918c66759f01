import { randomUUID } from "node:crypto";

/** An id that no other thing has: the prefix names its kind. */
export function newId(prefix: "resp" | "msg" | "fc" | "call"): string {
  return `${prefix}_${randomUUID().replaceAll("-", "")}`;
}
