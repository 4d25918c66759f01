import { runScenario, scenarioNames, scenarios } from "@portico/mock/scenarios";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portico, porticoHandlers } from "../src/index.ts";
import { ask } from "./ask.ts";

const server = setupServer(...porticoHandlers({ paceMs: 0 }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => portico.reset());
afterAll(() => server.close());

const question = { body: { model: "sandbox/text", input: "Hello" } };
const streamed = { body: { ...question.body, stream: true } };

describe("a scenario on the handlers", () => {
  it.each(scenarioNames)("%s goes as written", async (name) => {
    await runScenario(scenarios[name], {
      fetch,
      baseUrl: "https://gateway.example/api/v1",
      inputs: { api_key: "ptc_any", management_key: "ptcm_any", provider: "openai" },
    });
  });
});

describe("a scenario as the state of the handlers", () => {
  it("is met by any key, until the state is reset", async () => {
    await portico.scenario("out-of-credit");
    const refused = await ask("/responses", question);
    expect(refused.status).toBe(402);
    expect((await refused.json()).error.metadata.reason).toBe("used_up");
    portico.reset();
    expect((await ask("/responses", question)).status).toBe(200);
  });

  it("holds what the next calls meet", async () => {
    await portico.scenario("cut-stream");
    expect(await (await ask("/responses", streamed)).text()).toContain("response.failed");
    expect(await (await ask("/responses", streamed)).text()).toContain("response.done");
  });

  it("is asked for by one request, and leaves the others alone", async () => {
    const headers = { "Portico-Scenario": "revoked-key" };
    expect((await ask("/responses", { ...question, headers })).status).toBe(401);
    expect((await ask("/responses", question)).status).toBe(200);
  });
});
