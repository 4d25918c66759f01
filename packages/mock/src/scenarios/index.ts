import { scenarios } from "../generated/scenarios.ts";

export { parseCondition } from "./criteria.ts";
export { type Expression, expressionsIn, parseExpression } from "./expression.ts";
export {
  type RunOptions,
  runScenario,
  ScenarioFailure,
  type ScenarioRun,
  type SentRequest,
  type StepRun,
} from "./run-scenario.ts";
export type { Criterion, Scenario, ScenarioFault, ScenarioStep } from "./scenario.ts";
export { scenarios };

export type ScenarioName = keyof typeof scenarios;

export function isScenarioName(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}

/** All names, in the order of the alphabet. */
export const scenarioNames = Object.keys(scenarios).filter(isScenarioName);
