/** Longer names cost every row and index that has them. */
const maxCharacters = 256;

/**
 * A name that a caller gives to its end user or session, as it is kept: without space around it, and a long one by its
 * SHA-256, so that equal names stay equal. Null for an absent or blank name.
 */
export function givenName(
  name: string | null | undefined,
  sha256: (text: string) => string,
): string | null {
  if (!isNamed(name)) return null;
  const trimmed = name.trim();
  return trimmed.length <= maxCharacters ? trimmed : `sha256:${sha256(trimmed)}`;
}

export function isNamed(name: string | null | undefined): name is string {
  return (name ?? "").trim() !== "";
}
