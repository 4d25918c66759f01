/**
 * Scenarios as states: `worldIn(name, { packs, behaviours })` is a world in which the scenario's given steps have run, and
 * `scenarioWorlds({ packs, behaviours })` reads the header `Portico-Scenario`. The packs have to hold those of the given
 * steps' operations.
 */
import {
  isScenarioName,
  runScenario,
  type ScenarioName,
  scenarioNames,
  scenarios,
} from "../scenarios/index.ts";
import { refusal } from "./failure.ts";
import { createSimulatedGateway, type SimulatedGatewayOptions } from "./gateway.ts";
import { faultName } from "./rehearsal.ts";
import { hashOf } from "./world/key-text.ts";
import { seedOf } from "./world/seed.ts";
import { World } from "./world/world.ts";

/** What a scenario's steps need of a gateway: the packs and behaviours of their operations. */
export interface Stage extends Pick<SimulatedGatewayOptions, "packs" | "behaviours"> {
  readonly seed?: number;
}

/** Keys that no world knows: they stand for the first of their kind. */
const inputs = {
  api_key: "ptc_of-the-scenario",
  management_key: "ptcm_of-the-scenario",
  provider: "openai",
};

/**
 * A world in the state of a scenario, to which it comes back when it is reset. The scenario's given steps run against a
 * gateway over it, so that the state has no second description. A caller with an unknown key stands for the scenario's
 * key, and the next calls meet its faults.
 */
export async function worldIn(name: ScenarioName, stage: Stage): Promise<World> {
  const scenario = scenarios[name];
  const world = new World(() => seedOf(stage.packs), stage.seed);
  const gateway = createSimulatedGateway({ ...stage, world, rehearsal: { paceMs: 0 } });
  const { key } = await runScenario(scenario, {
    fetch: (request) => gateway.handle(request),
    baseUrl: "http://scenario/api/v1",
    inputs,
    until: "given",
  });
  world.data.standIn = key === null ? null : hashOf(key);
  world.data.faults = scenario.faults.map((it) => ({ ...it, fault: faultName(it.fault) }));
  const reached = world.toJSON();
  return new World(() => reached, stage.seed);
}

/** The world that a request meets: that of its session, or that of a scenario beside it. */
export type ScenarioWorlds = (request: Request, session: World) => Promise<World>;

/**
 * The worlds that requests ask for by the header `Portico-Scenario`. Each session has one for each scenario that it
 * names, and keeps there what is done in it. Its own world and those of other sessions stay as they are.
 */
export function scenarioWorlds(stage: Stage): ScenarioWorlds {
  const worlds = new WeakMap<World, Map<ScenarioName, Promise<World>>>();
  return async (request, session) => {
    const asked = request.headers.get("portico-scenario");
    if (asked === null) return session;
    const name = scenarioAsked(asked);
    const ofSession = worlds.get(session) ?? new Map<ScenarioName, Promise<World>>();
    worlds.set(session, ofSession);
    const world = ofSession.get(name) ?? worldIn(name, stage);
    ofSession.set(name, world);
    return world;
  };
}

const longestShown = 64;

/** The scenario of that name. Throws where there is none, with the names that there are. */
export function scenarioNamed(name: string): ScenarioName {
  if (isScenarioName(name)) return name;
  const shown = JSON.stringify(name.slice(0, longestShown));
  throw new Error(`There is no scenario ${shown}. Known are ${scenarioNames.join(", ")}.`);
}

function scenarioAsked(name: string): ScenarioName {
  try {
    return scenarioNamed(name);
  } catch (error) {
    throw refusal(400, error instanceof Error ? error.message : String(error));
  }
}
