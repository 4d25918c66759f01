import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** One defect in the server's source: the first place of a text, written differently. */
export interface Mutation {
  readonly what: string;
  /** Below packages/server/src. */
  readonly file: string;
  readonly search: string;
  readonly replace: string;
  /** The engine on which the tests of money must notice it; SQLite if none is named. */
  readonly engine?: "sqlite" | "postgres";
}

export function loadMutations(suite: "contract" | "judge"): readonly Mutation[] {
  return parse(readFileSync(new URL(`${suite}.yaml`, import.meta.url), "utf8"));
}
