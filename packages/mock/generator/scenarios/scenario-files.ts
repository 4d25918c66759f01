import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkScenario } from "./check-scenario.ts";
import { contractReader } from "./contract-reader.ts";
import { readScenario, type Source } from "./read-scenario.ts";

/** The scenarios of a folder as TypeScript. Throws where one does not fit the contract. */
export function scenarioFiles(document: object, folder: string): Map<string, string> {
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .toSorted()
    .map((file) => ({
      file: `spec/scenarios/${file}`,
      text: readFileSync(join(folder, file), "utf8"),
    }));
  return new Map([["scenarios.ts", scenarioTable(document, sources)]]);
}

export function scenarioTable(document: object, sources: readonly Source[]): string {
  const contract = contractReader(document);
  const scenarios = sources.map((source) => {
    const scenario = readScenario(source, contract);
    checkScenario(source.file, scenario, contract);
    return scenario;
  });
  const names = scenarios.map(({ name }) => JSON.stringify(name)).join(" | ");
  const table = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  return [
    "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.",
    `import type { Scenario } from "../scenarios/scenario.ts";`,
    "",
    `type Name = ${names};`,
    "",
    "/** Every scenario of spec/scenarios by its name. */",
    `export const scenarios: Readonly<Record<Name, Scenario>> = ${JSON.stringify(table, null, 2)};`,
    "",
  ].join("\n");
}
