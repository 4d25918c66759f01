/** What identifies a key to its callers: a number, or 64 hexadecimal digits. */
interface Named {
  readonly id: number;
  readonly hash: string;
}

/**
 * The hash of a key as callers see it. A row that was written by hand may hold any text there, which no secret has as its
 * SHA-256 and the contract does not allow: such a key is shown with its number, filled up with zeros, so that one row does
 * not spoil the list, and can be deleted or given a secret under this name.
 */
export function shownHash({ id, hash }: Named): string {
  return /^[0-9a-f]{64}$/.test(hash) ? hash : String(id).padStart(64, "0");
}

/** The number in the name of a key; null for a hash. No SHA-256 has so many zeros. */
export function numberIn(name: string): number | null {
  const digits = name.length === 64 ? name.replace(/^0{49,}/, "") : name;
  return /^[1-9][0-9]{0,14}$/.test(digits) ? Number(digits) : null;
}
