import { scenarios } from "../generated/scenarios.ts";

export type ScenarioName = keyof typeof scenarios;

export function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}

/** All names, in the order of the alphabet. */
export const scenarioNames = Object.keys(scenarios).filter(isScenarioName);
