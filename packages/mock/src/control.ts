import { fieldsOf } from "@portico/core/json/shape";
import { toIso } from "@portico/core/rules/dates";
import type { World, WorldData } from "./gateway/index.ts";
import { scenarioNamed } from "./gateway/scenario.ts";
import { entriesOf, readScript, travel } from "./gateway/script/index.ts";
import { nowOf } from "./gateway/world/now.ts";
import { type ScenarioName, scenarioNames } from "./scenarios/index.ts";
import type { Sessions } from "./sessions.ts";

/** Below this are the addresses of the mock itself. */
export const controlPath = "/_mock/";

/** A state in which a scenario has been reached; null: the first state. */
export type Reach = (scenario: ScenarioName | null) => Promise<World>;

/** Shows and changes the caller's session: its state, scenario, script, journal and time. */
export async function control(
  request: Request,
  sessions: Sessions,
  reach: Reach,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const act = actions[`${request.method} ${pathname}`];
  if (act === undefined)
    return told(404, `There are ${Object.keys(actions).join(", ")}, and nothing else here.`);
  try {
    return Response.json(await act(request, sessions, reach));
  } catch (error) {
    return told(400, error instanceof Error ? error.message : String(error));
  }
}

type Action = (request: Request, sessions: Sessions, reach: Reach) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  "GET /_mock/state": async (request, sessions) => sessions.of(request),
  async "PUT /_mock/state"(request, sessions) {
    const state = readState(await request.json());
    sessions.of(request).load(state);
    return state;
  },
  async "DELETE /_mock/state"(request, sessions) {
    const world = sessions.of(request);
    world.reset();
    sessions.journalOf(request).clear();
    return world;
  },
  "GET /_mock/scenario": async () => ({ scenarios: scenarioNames }),
  async "PUT /_mock/scenario"(request, sessions, reach) {
    const scenario = readScenario(await request.json());
    return enterScenario(request, sessions, reach, scenario);
  },
  "DELETE /_mock/scenario": (request, sessions, reach) =>
    enterScenario(request, sessions, reach, null),
  "GET /_mock/script": async (request, sessions) => ({
    script: sessions.of(request).data.script ?? null,
  }),
  async "PUT /_mock/script"(request, sessions) {
    const world = sessions.of(request);
    world.data.script = readScript(await request.json());
    world.touch();
    return { script: world.data.script };
  },
  async "DELETE /_mock/script"(request, sessions) {
    const world = sessions.of(request);
    delete world.data.script;
    world.touch();
    return { script: null };
  },
  "GET /_mock/journal": async (request, sessions) => ({
    requests: entriesOf(sessions.journalOf(request)),
  }),
  async "DELETE /_mock/journal"(request, sessions) {
    sessions.journalOf(request).clear();
    return { requests: [] };
  },
  "GET /_mock/clock": async (request, sessions) => ({
    now: toIso(nowOf(sessions.of(request).data)),
  }),
  async "PUT /_mock/clock"(request, sessions) {
    const { to } = fieldsOf(await request.json());
    if (to !== null && typeof to !== "string")
      throw new Error('The body must be {"to": "next month"}, {"to": "A DATE"} or {"to": null}.');
    return { now: travel(sessions.of(request), to) };
  },
};

async function enterScenario(
  request: Request,
  sessions: Sessions,
  reach: Reach,
  scenario: ScenarioName | null,
) {
  sessions.enter(request, await reach(scenario));
  return { scenario, scenarios: scenarioNames };
}

function readState(body: unknown): WorldData {
  const parts = ["keys", "workspaces", "budgets", "generations", "credits"];
  const isState = typeof body === "object" && body !== null && parts.every((name) => name in body);
  if (!isState) throw new Error("The body must be what GET /_mock/state gives.");
  return body as WorldData;
}

function readScenario(body: unknown): ScenarioName | null {
  const name =
    typeof body === "object" && body !== null ? Reflect.get(body, "scenario") : undefined;
  if (name === null) return null;
  if (typeof name === "string") return scenarioNamed(name);
  throw new Error('The body must be {"scenario": "NAME"}, or {"scenario": null} for none.');
}

function told(status: number, message: string): Response {
  return Response.json({ error: { code: status, message } }, { status });
}
