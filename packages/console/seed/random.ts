/** A repeatable source of numbers from 0 up to 1. */
export type Random = () => number;

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Thing>(random: Random, things: readonly Thing[]): Thing {
  const thing = things[Math.floor(random() * things.length)];
  if (thing === undefined) throw new Error("There is nothing to pick from.");
  return thing;
}

/** One of these, as often as its weight says. */
export function pickWeighted<Thing extends { readonly weight: number }>(
  random: Random,
  things: readonly Thing[],
): Thing {
  let rest = random() * things.reduce((sum, { weight }) => sum + weight, 0);
  for (const thing of things) {
    rest -= thing.weight;
    if (rest < 0) return thing;
  }
  return pick(random, things.slice(-1));
}

/** Around a typical value, with few that are much larger: as tokens and times are spread. */
export function around(random: Random, typical: number, spread = 0.6): number {
  const normal = random() + random() + random() + random() - 2;
  return typical * Math.exp(normal * spread * 1.7);
}

export function hex(random: Random, length: number): string {
  let text = "";
  while (text.length < length)
    text += Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, "0");
  return text.slice(0, length);
}

export function uuid(random: Random): string {
  const text = hex(random, 31);
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(12, 15)}-a${text.slice(15, 18)}-${text.slice(18, 30)}`;
}

/** An id of a request: a UUID that begins with its time. */
export function generationId(random: Random, ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  const text = hex(random, 18);
  return `gen-${time.slice(0, 8)}-${time.slice(8)}-7${text.slice(0, 3)}-9${text.slice(3, 6)}-${text.slice(6)}`;
}
