import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface WrittenClause {
  readonly id: string;
  readonly says: string;
  readonly where: "behaviour" | Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The clauses of the interface, in its order. */
export function loadClauses(): readonly WrittenClause[] {
  return parse(readFileSync(new URL("../../../spec/clauses.yaml", import.meta.url), "utf8"));
}
