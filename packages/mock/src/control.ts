import type { WorldData } from "@portico/simulated-gateway";
import { scenarioNames } from "@portico/simulated-gateway/scenarios";
import type { Sessions } from "./sessions.ts";

/** Below this are the addresses of the mock itself. */
export const controlPath = "/_mock/";

/** Shows and changes the state of the caller's session: `/_mock/state` and `/_mock/scenario`. */
export async function control(request: Request, sessions: Sessions): Promise<Response> {
  const { pathname } = new URL(request.url);
  const act = actions[`${request.method} ${pathname}`];
  if (act === undefined)
    return told(404, `There are ${Object.keys(actions).join(", ")}, and nothing else here.`);
  try {
    return Response.json(await act(request, sessions));
  } catch (error) {
    return told(400, wordsOf(error));
  }
}

type Action = (request: Request, sessions: Sessions) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  "GET /_mock/state": async (request, sessions) => (await sessions.of(request)).world,
  async "PUT /_mock/state"(request, sessions) {
    const { world } = await sessions.of(request);
    world.load(readState(await request.json()));
    return world;
  },
  async "DELETE /_mock/state"(request, sessions) {
    const { scenario } = await sessions.of(request);
    return (await sessions.enter(request, scenario)).world;
  },
  async "GET /_mock/scenario"(request, sessions) {
    const { scenario } = await sessions.of(request);
    return { scenario, scenarios: scenarioNames };
  },
  async "PUT /_mock/scenario"(request, sessions) {
    const scenario = readScenario(await request.json());
    await sessions.enter(request, scenario);
    return { scenario, scenarios: scenarioNames };
  },
};

function readState(body: unknown): WorldData {
  const parts = ["keys", "workspaces", "budgets", "generations", "credits"];
  const isState = typeof body === "object" && body !== null && parts.every((name) => name in body);
  if (!isState) throw new Error("The body must be what GET /_mock/state gives.");
  return body as WorldData;
}

function readScenario(body: unknown): string | null {
  const name =
    typeof body === "object" && body !== null ? Reflect.get(body, "scenario") : undefined;
  if (name === null || typeof name === "string") return name;
  throw new Error('The body must be {"scenario": "NAME"}, or {"scenario": null} for none.');
}

/** A refusal of the gateway says what is wrong in its body. */
function wordsOf(error: unknown): string {
  const message = Reflect.get(Object(Reflect.get(Object(error), "body")?.error), "message");
  if (typeof message === "string") return message;
  return error instanceof Error ? error.message : String(error);
}

function told(status: number, message: string): Response {
  return Response.json({ error: { code: status, message } }, { status });
}
