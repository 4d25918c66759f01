import { describe, expect, it } from "vitest";
import {
  runScenario,
  type Scenario,
  type ScenarioStep,
  type StepRun,
} from "../../src/scenarios/index.ts";

const step = (part: Partial<ScenarioStep>): ScenarioStep => ({
  id: "ask",
  description: "Ask.",
  given: false,
  operationId: "getThing",
  method: "get",
  path: "/things/{id}",
  parameters: [],
  criteria: [{ type: "simple", condition: "$statusCode == 200" }],
  outputs: {},
  ...part,
});

const scenario = (...steps: readonly ScenarioStep[]): Scenario => ({
  name: "trial",
  title: "A trial",
  summary: "A trial.",
  description: "A trial.",
  inputs: {},
  key: null,
  faults: [],
  steps,
});

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);

const run = (
  it: Scenario,
  fetch: (request: Request) => Promise<Response>,
  more: { until?: "given"; onStep?: (run: StepRun) => void } = {},
) => runScenario(it, { fetch, baseUrl: "http://gateway/api/v1", inputs: { key: "k" }, ...more });

describe("a request", () => {
  it("is filled in from inputs and earlier outputs, with the types that they have", async () => {
    const seen: unknown[] = [];
    const make = step({
      id: "make",
      method: "post",
      path: "/things",
      body: { name: "a" },
      outputs: { id: "$response.body#/id", cost: "$response.body#/cost" },
    });
    const use = step({
      method: "patch",
      parameters: [
        { in: "path", name: "id", value: "$steps.make.outputs.id" },
        { in: "query", name: "page", value: 2 },
        { in: "header", name: "Authorization", value: "Bearer {$inputs.key}" },
      ],
      body: { limit: "$steps.make.outputs.cost", list: ["$inputs.key"] },
    });
    await run(scenario(make, use), async (request) => {
      seen.push(
        request.method,
        request.url,
        request.headers.get("authorization"),
        await request.json(),
      );
      return json({ id: "a/b", cost: 4e-8 });
    });
    expect(seen.slice(4)).toEqual([
      "PATCH",
      "http://gateway/api/v1/things/a%2Fb?page=2",
      "Bearer k",
      { limit: 4e-8, list: ["k"] },
    ]);
  });
});

describe("criteria", () => {
  const judged = (condition: string, body: unknown = { text: "Yes", list: [{ n: 3 }] }) =>
    run(scenario(step({ criteria: [{ type: "simple", condition }] })), async () =>
      json(body, { headers: { "X-Made-By": "trial" } }),
    );

  it.each([
    '$response.body#/text == "yes"',
    "$response.body#/list/0/n >= 3",
    "$response.body#/list/0/n != 4",
    '$response.header.x-made-by == "trial"',
    "$response.body#/list/0/n == $response.body#/list/0/n",
  ])("%s holds", async (condition) => {
    await judged(condition);
  });

  it.each([
    ['$response.body#/text == "no"', '"Yes"'],
    ["$response.body#/list/0/n > 3", "3"],
    ["$response.body#/list/1/n == 3", "nothing"],
    ["$response.header.X-Other == 1", "nothing"],
  ])("%s does not hold, and the failure says what came", async (condition, got) => {
    await expect(judged(condition)).rejects.toThrow(
      `Scenario trial, step ask (getThing, GET /things/{id}):\n  expected ${condition}\n  got ${got}\n  reply 200 `,
    );
  });
});

describe("streams", () => {
  const streamed = (...chunks: readonly string[]) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  };
  const pattern = (condition: string) =>
    step({ criteria: [{ type: "regex", context: "$response.body", condition }] });
  const events = () =>
    streamed('data: {"type":"created"}\n\nda', 'ta: {"type":"delta"}\n\n', "data: [DONE]\n\n");

  it("are text for patterns, and a list of event types for readers", async () => {
    const seen: string[] = [];
    await run(
      scenario(pattern('"created"[\\s\\S]*"delta"[\\s\\S]*\\[DONE\\]')),
      async () => events(),
      {
        onStep: ({ reply }) => seen.push(...reply.events),
      },
    );
    expect(seen).toEqual(["created", "delta", "[DONE]"]);
  });

  it("fail with the events that came", async () => {
    const failed = run(scenario(pattern('"failed"')), async () => events());
    await expect(failed).rejects.toThrow("got the events created, delta, [DONE]");
  });

  it("fail where the body breaks off", async () => {
    const cut = new ReadableStream({
      pull: (controller) => controller.error(new Error("the connection was closed")),
    });
    const failed = run(scenario(step({})), async () => new Response(cut));
    await expect(failed).rejects.toThrow(
      /got one that broke off: Error: the connection was closed/,
    );
  });
});

describe("a run", () => {
  it("stops before the first step that is not given", async () => {
    const asked: string[] = [];
    const given = step({ id: "make", given: true, path: "/made" });
    const { steps } = await run(
      scenario(given, step({ path: "/asked" })),
      async ({ url }) => {
        asked.push(url);
        return json({});
      },
      { until: "given" },
    );
    expect(steps.map((it) => it.step.id)).toEqual(["make"]);
    expect(asked).toEqual(["http://gateway/api/v1/made"]);
  });

  it("fails where nothing answers", async () => {
    const failed = run(scenario(step({})), async () => {
      throw new TypeError("fetch failed");
    });
    await expect(failed).rejects.toThrow("expected a reply\n  got TypeError: fetch failed");
  });

  it("fails where an output is not in the reply", async () => {
    const failed = run(scenario(step({ outputs: { id: "$response.body#/id" } })), async () =>
      json({}),
    );
    await expect(failed).rejects.toThrow(
      "expected $response.body#/id, for the output id\n  got nothing",
    );
  });
});
