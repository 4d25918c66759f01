import { hash } from "node:crypto";

/** Longer names cost every row and index that has them. */
const maxCharacters = 256;

/**
 * A name that a caller gives to its end user or session, as the store keeps it: without space around it, and a long one
 * by its digest, so that equal names stay equal. Null for an absent or blank name.
 */
export function callerGivenName(name: string | null | undefined): string | null {
  const trimmed = name?.trim() ?? "";
  if (trimmed === "") return null;
  return trimmed.length <= maxCharacters ? trimmed : `sha256:${hash("sha256", trimmed, "hex")}`;
}
