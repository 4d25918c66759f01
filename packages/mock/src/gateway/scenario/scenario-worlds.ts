import { isScenarioName, type ScenarioName, scenarioNames } from "../../scenarios/index.ts";
import { refusal } from "../failure.ts";
import type { World } from "../world/world.ts";
import { type Stage, worldIn } from "./reach-scenario.ts";

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
