import { hash } from "node:crypto";

/** Longer names cost every row and index that has them. */
const maxCharacters = 256;

/**
 * A name that a caller gives to its end user or session, as the store keeps it: a long one by its digest, so that equal
 * names stay equal. Null for an absent or blank name.
 */
export function callerGivenName(name: string | null | undefined): string | null {
  if (name === null || name === undefined || name.trim() === "") return null;
  return name.length <= maxCharacters ? name : `sha256:${hash("sha256", name, "hex")}`;
}
