import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** One defect in the server's source: the first place of a text, written differently. */
export interface Mutation {
  readonly what: string;
  /** Below packages/server/src. */
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

export function loadMutations(): readonly Mutation[] {
  return parse(readFileSync(new URL("mutations.yaml", import.meta.url), "utf8"));
}
