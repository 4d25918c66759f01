import type { Scenario } from "../scenario.ts";
import { killScenarios } from "./kill.ts";
import { postgresScenarios } from "./postgres.ts";
import { upstreamScenarios } from "./upstreams.ts";

export const scenarios: readonly Scenario[] = [
  ...killScenarios,
  ...postgresScenarios,
  ...upstreamScenarios,
];
