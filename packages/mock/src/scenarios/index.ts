export { scenarios } from "../generated/scenarios.ts";
export { parseCondition } from "./criteria.ts";
export { type Expression, expressionsIn, parseExpression } from "./expression.ts";
export { isScenarioName, type ScenarioName, scenarioNames } from "./names.ts";
export {
  type RunOptions,
  runScenario,
  type ScenarioRun,
  type SentRequest,
  type StepRun,
} from "./run-scenario.ts";
export type { Criterion, Scenario, ScenarioFault, ScenarioStep } from "./scenario.ts";
export { ScenarioFailure } from "./scenario-failure.ts";
