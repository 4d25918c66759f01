/** A repeatable source of numbers from 0 up to 1: the same seed gives the same numbers. */
export type Random = () => number;

/** Mulberry32: small, fast, and good enough for rehearsals. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a: turns a text into a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of new TextEncoder().encode(text))
    hash = Math.imul(hash ^ character, 0x01000193);
  return hash >>> 0;
}

/** An identifier in the gateway's form: a prefix, then 24 letters or digits. */
export function newId(prefix: string, random: Random): string {
  const digits = Array.from({ length: 24 }, () => Math.floor(random() * 36).toString(36));
  return `${prefix}${digits.join("")}`;
}
