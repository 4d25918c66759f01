import { loadDocument } from "@portico/contract";
import { exampleNames, faultMeanings } from "./gateway/index.ts";
import { packsOf } from "./gateway/packs.ts";
import { scenarioNames, scenarios } from "./scenarios/index.ts";

const nameWidth = 22;

/** What `--list` prints: too long for a page of help. */
export const lists: Readonly<Record<string, () => string>> = {
  faults: () => table(Object.entries(faultMeanings)),
  scenarios: () => table(scenarioNames.map((name) => [name, scenarios[name].summary])),
  examples: () =>
    packsOf(loadDocument())
      .map((pack) => `${pack.facts.id}: ${exampleNames(pack).join(", ")}`)
      .join("\n"),
  models: () =>
    table([
      ["sandbox/text", "answers by rules: repeats, counts, calls tools, relays results"],
      ["sandbox/think", "thinks before it answers, and wants its thoughts back"],
      ["sandbox/embed", "vectors; sandbox/rerank ranks"],
      ["sandbox/fail-STATUS", "fails with 400 to 529, also embed-fail- and rerank-fail-"],
      ["sandbox/cut-midstream", "breaks off; so does sandbox/fail-midstream"],
      ["acme/…", "those of the contract's examples: GET /models lists them"],
    ]),
};

function table(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([name, text]) => `${name.padEnd(nameWidth)}${text}`).join("\n");
}
