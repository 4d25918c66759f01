import { loadDocument } from "@portico/contract";
import { describe, expect, it } from "vitest";
import * as behaviours from "../../src/gateway/behaviours/index.ts";
import { createSimulatedGateway } from "../../src/gateway/index.ts";
import { packsOf } from "../../src/gateway/packs.ts";
import { scenarioNamed, scenarioWorlds, worldIn } from "../../src/gateway/scenario.ts";
import { runScenario, scenarioNames, scenarios } from "../../src/scenarios/index.ts";

const stage = { packs: packsOf(loadDocument()), behaviours };
const baseUrl = "http://simulated/api/v1";

type Handle = (request: Request) => Promise<Response>;

async function gatewayIn(name: (typeof scenarioNames)[number]) {
  const world = await worldIn(name, stage);
  const gateway = createSimulatedGateway({ ...stage, world, rehearsal: { paceMs: 0 } });
  const handle: Handle = (request) => gateway.handle(request);
  return { world, handle };
}

async function ask(handle: Handle, headers: Record<string, string> = {}, stream = false) {
  const response = await handle(
    new Request(`${baseUrl}/responses`, {
      method: "POST",
      headers: { Authorization: "Bearer any-key", "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ model: "mock/text", input: "Hello", stream }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

async function get(handle: Handle, path: string) {
  const headers = { Authorization: "Bearer ptcm_any" };
  const response = await handle(new Request(baseUrl + path, { headers }));
  return JSON.parse(await response.text());
}

describe("a world in the state of a scenario", () => {
  it("out-of-credit: a caller with any key is refused with 402, in the words of the gateway", async () => {
    const { handle } = await gatewayIn("out-of-credit");
    const { status, text } = await ask(handle);
    expect(status).toBe(402);
    expect(JSON.parse(text).error.metadata).toMatchObject({
      limit_source: "key_limit",
      remaining: 0,
      reason: "used_up",
    });
  });

  it("revoked-key: a caller with any key is refused with 401", async () => {
    const { handle } = await gatewayIn("revoked-key");
    expect((await ask(handle)).status).toBe(401);
  });

  it("cut-stream: the first stream breaks off, and the second ends well", async () => {
    const { handle } = await gatewayIn("cut-stream");
    expect((await ask(handle, {}, true)).text).toContain('"type":"response.failed"');
    expect((await ask(handle, {}, true)).text).toContain('"type":"response.done"');
  });

  it("budget-alert: the alert is there, and a caller with any key spends in its workspace", async () => {
    const { handle } = await gatewayIn("budget-alert");
    const [alert] = (await get(handle, "/alerts?kind=budget&limit=1")).data;
    expect(alert).toMatchObject({ threshold_percent: 50, subject_name: "Research" });
    await ask(handle);
    const [generation] = (await get(handle, "/generations?limit=1")).data;
    expect(generation.workspace_id).toBe(alert.workspace_id);
  });

  it("is the same again after a reset", async () => {
    const { world, handle } = await gatewayIn("cut-stream");
    await ask(handle, {}, true);
    world.reset();
    expect((await ask(handle, {}, true)).text).toContain('"type":"response.failed"');
  });

  it.each(scenarioNames)("lets the whole of %s run as written", async (name) => {
    const { handle } = await gatewayIn(name);
    const inputs = { api_key: "ptc_any", management_key: "ptcm_any", provider: "openai" };
    await runScenario(scenarios[name], { fetch: handle, baseUrl, inputs });
  });
});

describe("the header Portico-Scenario", () => {
  const gateway = () => {
    const made = createSimulatedGateway({ ...stage, scenarios: scenarioWorlds(stage) });
    return (request: Request) => made.handle(request);
  };

  it("asks for the state of one request, and leaves the other requests alone", async () => {
    const handle = gateway();
    expect((await ask(handle, { "Portico-Scenario": "revoked-key" })).status).toBe(401);
    expect((await ask(handle)).status).toBe(200);
    expect((await ask(handle, { "Portico-Scenario": "out-of-credit" })).status).toBe(402);
  });

  it("keeps what is done in that state", async () => {
    const handle = gateway();
    const inputs = { management_key: "ptcm_any" };
    const headers = { "Portico-Scenario": "out-of-credit" };
    await runScenario(scenarios["budget-alert"], { fetch: handle, baseUrl, inputs, headers });
    const listed = await handle(
      new Request(`${baseUrl}/workspaces?limit=100`, {
        headers: { ...headers, Authorization: "Bearer ptcm_any" },
      }),
    );
    expect(await listed.text()).toContain('"slug":"research-2"');
    expect(JSON.stringify(await get(handle, "/workspaces?limit=100"))).not.toContain("research-2");
  });

  it("names the scenarios where there is none of that name", async () => {
    const { status, text } = await ask(gateway(), { "Portico-Scenario": "no-such" });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toBe(
      `There is no scenario "no-such". Known are ${scenarioNames.join(", ")}.`,
    );
    expect(() => scenarioNamed("no-such")).toThrow(`Known are ${scenarioNames.join(", ")}.`);
  });
});

describe("the failing models of the sandbox", () => {
  const gateway = createSimulatedGateway(stage);
  const status = async (body: object) => {
    const response = await gateway.handle(
      new Request(`${baseUrl}/responses`, {
        method: "POST",
        headers: { Authorization: "Bearer any", "Content-Type": "application/json" },
        body: JSON.stringify({ input: "x", ...body }),
      }),
    );
    await response.text();
    return response.status;
  };

  it.each([
    [{ model: "sandbox/fail-529" }, 529],
    [{ model: "sandbox/fail-429", models: ["sandbox/fail-500"] }, 500],
    [{ model: "sandbox/fail-503", models: ["sandbox/text"] }, 200],
    [{ model: "sandbox/cut-midstream", models: ["sandbox/text"] }, 200],
    [{ model: "sandbox/cut-midstream" }, 529],
    // A request that a provider refuses as wrong is not repeated elsewhere.
    [{ model: "sandbox/fail-400", models: ["sandbox/text"] }, 400],
  ])("%j is answered with %i", async (body, expected) => {
    expect(await status(body)).toBe(expected);
  });
});
