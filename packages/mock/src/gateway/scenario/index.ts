/**
 * Scenarios as states: `worldIn(name, { packs, behaviours })` is a world in which the scenario's given steps have run, and
 * `scenarioWorlds({ packs, behaviours })` reads the header `Portico-Scenario`. The packs have to hold those of the given
 * steps' operations.
 */
export { type Stage, worldIn } from "./reach-scenario.ts";
export { type ScenarioWorlds, scenarioNamed, scenarioWorlds } from "./scenario-worlds.ts";
