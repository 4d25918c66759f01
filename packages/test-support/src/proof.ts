/**
 * `npm run prove` runs the files `*.proof.ts`, which are too slow for each change: the night does. A proof that is a test
 * with more of everything is one line, `import "./x.test.ts";`, and `x.test.ts` asks this for how much.
 */
export const isProof = process.env["PORTICO_PROVE"] === "1";

/** How often a property is tried: this often in a proof, a part of it in `npm test`. */
export function runsOf(all: number, every: number): number {
  return isProof ? all : Math.ceil(all / every);
}

/** All of them in a proof; in `npm test` every so many of them, so that each part of the list is tried. */
export function someOf<Item>(all: readonly Item[], every: number): readonly Item[] {
  return isProof ? all : all.filter((_, index) => index % every === 0);
}
