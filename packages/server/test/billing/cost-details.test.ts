import { afterEach, describe, expect, it } from "vitest";
import {
  answers,
  type Behaviour,
  beginStream,
  startChatUpstream,
  toFrame,
} from "../responses/chat-upstream.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const streams =
  (delta: object, finish_reason: string, usage: object): Behaviour =>
  (response) => {
    beginStream(response);
    const choices = [{ index: 0, delta, finish_reason }];
    const chunks = [{ choices }, { choices: [], usage }].map((chunk) => JSON.stringify(chunk));
    response.end([...chunks, "[DONE]"].map(toFrame).join(""));
  };

/** A call that nothing defines: billed, and of no use, so that the next provider is asked. */
const uselessCall = streams(
  { tool_calls: [{ index: 0, id: "c", function: { name: "other", arguments: "{}" } }] },
  "tool_calls",
  { prompt_tokens: 7, completion_tokens: 5 },
);

/** 11 tokens in, of them 4 from the cache, and 3 out. */
const good = answers(["Good ", "morning"]);

/** Far more tokens than the request can have. */
const greedy = streams({ content: "Hi" }, "stop", { prompt_tokens: 900_000, completion_tokens: 1 });

const price = '{ input: "1.0003", output: "2.0007", cached_input: "0.1001" }';

async function start(): Promise<TestGateway> {
  const upstream = await startChatUpstream({ useless: uselessCall, good, greedy });
  const provider = `{ kind: openai-compatible, base_url: "${upstream.url}", api_key: operator, byok: allow }`;
  const endpoint = (name: string, model: string) =>
    `{ provider: ${name}, upstream_model: ${model}, price: ${price} }`;
  const gateway = await startTestGateway({
    yaml: `
providers:
  one: ${provider}
  two: ${provider}
data_discount_percent: 20
models:
  - { id: plain, kind: text, context_length: 1000, endpoints: [ ${endpoint("two", "good")} ] }
  - { id: greedy, kind: text, context_length: 1000000, max_output_tokens: 1000, endpoints: [ ${endpoint("two", "greedy")} ] }
  - id: both
    kind: text
    context_length: 1000
    endpoints:
      - ${endpoint("one", "useless")}
      - ${endpoint("two", "good")}
`,
  });
  closing.push(
    () => upstream.close(),
    async () => gateway[Symbol.asyncDispose](),
  );
  return gateway;
}

async function manage({ api, own }: TestGateway, method: string, path: string, body: object) {
  const headers = jsonHeaders(own.management);
  const reply = await fetch(api + path, { method, headers, body: JSON.stringify(body) });
  expect(reply.ok).toBe(true);
}

/** The costs of its reply, in nanodollars. */
async function ask({ api, own }: TestGateway, model: string) {
  const body = JSON.stringify({
    ...{ model, input: "Hi", max_output_tokens: 100, provider: { order: ["one", "two"] } },
    tools: [{ type: "function", name: "f" }],
  });
  const headers = jsonHeaders(own.ordinary);
  const reply = await fetch(`${api}/responses`, { method: "POST", headers, body });
  const { id, usage } = (await reply.json()) as { id: string; usage: Usage };
  const details = Object.entries(usage.cost_details).map(([name, usd]) => [
    name,
    usd === null ? null : nanousd(usd),
  ]);
  return {
    ...{ id, cost: nanousd(usage.cost), is_byok: usage.is_byok },
    header: nanousd(Number(reply.headers.get("x-portico-cost"))),
    cost_details: Object.fromEntries(details),
  };
}

interface Usage {
  readonly cost: number;
  readonly is_byok: boolean;
  readonly cost_details: Readonly<Record<string, number | null>>;
}

const nanousd = (usd: number) => Math.round(usd * 1e9);

/**
 * 7 × 1000.3 + 4 × 100.1 + 3 × 2000.7 nanodollars are 7002.1 + 400.4 + 6002.1 = 13404.6, rounded up. The largest rest is
 * that of the cache.
 */
const served = { input_cost: 7002, output_cost: 6002, cache_read_cost: 401 };
const nothingElse = { cache_write_cost: 0, discount: 0, unbilled: 0 };
const sides = {
  ...{ upstream_inference_prompt_cost: 7403, upstream_inference_completions_cost: 6002 },
  ...{ upstream_inference_input_cost: 7403, upstream_inference_output_cost: 6002 },
};

describe("the details of a cost", () => {
  it("add up to the charge, to the nanodollar", async () => {
    const usage = await ask(await start(), "plain");
    expect(usage).toMatchObject({
      ...{ cost: 13_405, header: 13_405, is_byok: false },
      cost_details: { ...served, ...nothingElse, ...sides, upstream_inference_cost: null },
    });
  });

  it("have every billed attempt in them", async () => {
    const usage = await ask(await start(), "both");
    // 7 × 1000.3 + 5 × 2000.7 nanodollars more.
    expect(usage).toMatchObject({
      ...{ cost: 30_411, header: 30_411, is_byok: false },
      cost_details: {
        ...{ ...nothingElse, ...sides, upstream_inference_cost: null },
        ...{ input_cost: 14_004, output_cost: 16_006, cache_read_cost: 401 },
      },
    });
  });

  it("say the discount of a workspace", async () => {
    const gateway = await start();
    await manage(gateway, "PATCH", "/workspaces/default", {
      is_data_discount_logging_enabled: true,
    });
    expect(await ask(gateway, "plain")).toMatchObject({
      ...{ cost: 10_724, header: 10_724 },
      cost_details: { ...served, discount: 2_681, unbilled: 0 },
    });
  });

  it("say what the provider takes where the workspace's own credential is used, and that is not charged", async () => {
    const gateway = await start();
    await manage(gateway, "POST", "/byok", { provider: "two", key: "sk-own" });
    expect(await ask(gateway, "plain")).toMatchObject({
      ...{ cost: 0, header: 0, is_byok: true },
      cost_details: {
        ...{ ...nothingElse, ...sides, upstream_inference_cost: 13_405 },
        ...{ input_cost: 0, output_cost: 0, cache_read_cost: 0 },
      },
    });
  });

  it("stand in the ledger, with the name of the price", async () => {
    const gateway = await start();
    const { id } = await ask(gateway, "both");
    const row = await gateway.store.activity.generation(gateway.own.organisationId, id);
    const version = /^both@one (portico\.yaml:[0-9a-f]{12}), both@two \1$/;
    expect(row?.price).toMatch(version);
    expect(row?.cost).toEqual({
      ...{ input: 14_004, output: 16_006, cacheRead: 401, cacheWrite: 0, discount: 0 },
      upstream: null,
    });
  });

  it("have the part that no hold covers in them", async () => {
    const usage = await ask(await start(), "greedy");
    const { cost, cost_details: details } = usage;
    expect(details["unbilled"]).toBeGreaterThan(0);
    // 900,000 × 1000.3 + 1 × 2000.7 nanodollars.
    expect(cost + details["unbilled"]).toBe(900_272_001);
    expect(details).toMatchObject({ input_cost: 900_270_000, output_cost: 2_001 });
  });
});
