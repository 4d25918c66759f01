import { scenarioNames, scenarios } from "@portico/mock/scenarios";

/** The scenarios as rows of a table, each with a link to its walk-through. */
export function scenarioRows(): string {
  return scenarioNames
    .map((name) => `| [\`${name}\`](scenario-${name}.md) | ${scenarios[name].summary} |`)
    .join("\n");
}
