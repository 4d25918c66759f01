import { readFileSync, writeFileSync } from "node:fs";
import type { Case } from "../../src/suite/case.ts";

const place = new URL("finders.json", import.meta.url);

/** The title of the case that finds each lie. */
export const finders: Readonly<Record<string, string>> = JSON.parse(readFileSync(place, "utf8"));

/**
 * The cases with the one in front that is known to find this lie: a lie then costs one case, not all before it.
 * If that case no longer finds it, the others run as ever.
 */
export function finderFirst(cases: readonly Case[], lie: string): readonly Case[] {
  const title = finders[lie];
  return cases.toSorted((a, b) => Number(b.title === title) - Number(a.title === title));
}

export function writeFinders(found: Readonly<Record<string, string>>): void {
  writeFileSync(place, `${JSON.stringify(found, null, 2)}\n`);
}
