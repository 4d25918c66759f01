import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NewKey } from "../../src/store/ports/keys.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ask } from "../tenancy/manage.ts";
import { type Answer, type FakeUpstream, fakeUpstream, json } from "../wire/fake-upstream.ts";

const paths = {
  anthropic: "/v1/messages/count_tokens",
  openai: "/v1/responses/input_tokens",
  gemini: "/v1/models/m-gemini:countTokens",
} as const;
const kinds = Object.keys(paths);
const counted = json(200, { input_tokens: 42, totalTokens: 42 });

let upstream: FakeUpstream;
let guardrail: FakeUpstream;
let answer: Answer;
let verdict: object;
let gateway: TestGateway;
beforeAll(async () => {
  upstream = await fakeUpstream((...args) => answer(...args));
  guardrail = await fakeUpstream((response, asked) => json(200, verdict)(response, asked));
  const model = (id: string, provider: string) =>
    `  - { id: t/${id}, kind: text, context_length: 100000, endpoints: [{ provider: ${provider}, upstream_model: m-${id}, price: { input: "1", output: "1" } }] }`;
  gateway = await startTestGateway({
    yaml: [
      "providers:",
      ...kinds.map(
        (kind) => `  ${kind}: { kind: ${kind}, base_url: "${upstream.url}/v1", api_key: k }`,
      ),
      "models:",
      ...kinds.map((kind) => model(kind, kind)),
      ...["lacking", "judged", "failing", "silent"].map((id) => model(id, "anthropic")),
      "guardrails:",
      `  hook: { url: "${guardrail.url}/", secret: "0123456789abcdef", models: t/judged }`,
    ].join("\n"),
  });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await guardrail[Symbol.asyncDispose]();
});
beforeEach(() => {
  answer = counted;
  verdict = { action: "allow" };
  upstream.asked.length = 0;
  guardrail.asked.length = 0;
});

const bodies = {
  "/messages/count_tokens": {
    ...{ system: "Be brief.", messages: [{ role: "user", content: "Hi" }] },
    tools: [{ name: "f", input_schema: { type: "object" } }],
  },
  "/responses/input_tokens": {
    ...{ instructions: "Be brief.", input: "Hi", max_output_tokens: 99, temperature: 1 },
    tools: [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }],
  },
};

async function count(
  path: keyof typeof bodies,
  model: string,
  change: Partial<NewKey> | null = {},
) {
  const { own } = gateway;
  const key = change === null ? own.management : await own.addKey(change);
  const told = await ask(gateway, key, "POST", path, { model: `t/${model}`, ...bodies[path] });
  return {
    status: told.status,
    tokens: told.body.input_tokens,
    provider: told.headers.get("x-portico-provider"),
    notice: told.headers.get("x-portico-notice"),
  };
}

const estimated = {
  ...{ status: 200, tokens: expect.any(Number), provider: null },
  notice: "input_tokens is the gateway's own estimate: no provider was asked",
};

describe.each(["/messages/count_tokens", "/responses/input_tokens"] as const)("%s", (path) => {
  it.each(Object.entries(paths))("is the count of %s, which the reply names", async (kind, at) => {
    const own = { status: 200, tokens: 42, provider: kind, notice: null };
    expect(await count(path, kind)).toEqual(own);
    expect(upstream.asked.map((one) => one.path)).toEqual([at]);
    const sent = upstream.asked[0]?.body ?? "";
    for (const said of ["Be brief.", "Hi", '"f"', `m-${kind}`]) expect(sent).toContain(said);
    // The vendors refuse the fields of an answer beside those of a question.
    if (kind !== "gemini") expect(sent).not.toMatch(/max_|temperature|stream|store/);
  });

  it.each<[string, Partial<NewKey> | null]>([
    ["a key that may not use the provider", { allowedProviders: ["openai"] }],
    ["a key whose requests name an end user", { requiresEndUser: true }],
    ["a management key", null],
  ])("is an estimate for %s", async (_, change) => {
    expect(await count(path, "anthropic", change)).toEqual(estimated);
    expect(upstream.asked).toEqual([]);
  });

  it("refuses a key that may not use the model, and asks no provider", async () => {
    expect((await count(path, "anthropic", { allowedModels: ["t/openai"] })).status).toBe(403);
    expect(upstream.asked).toEqual([]);
  });

  it("is judged by the guardrail, and asks no provider where that refuses", async () => {
    expect(await count(path, "judged")).toMatchObject({ tokens: 42 });
    expect(guardrail.asked.length).toBe(1);
    verdict = { action: "refuse", message: "Not this." };
    expect((await count(path, "judged")).status).toBe(403);
    expect([upstream.asked.length, guardrail.asked.length]).toEqual([1, 2]);
  });

  it("is judged by the key's rate", async () => {
    const key = await gateway.own.addKey({ requestsPerMinute: 1 });
    const body = { model: "t/anthropic", ...bodies[path] };
    expect((await ask(gateway, key, "POST", path, body)).status).toBe(200);
    expect((await ask(gateway, key, "POST", path, body)).status).toBe(429);
    expect(upstream.asked.length).toBe(1);
  });

  it.each<[string, Answer]>([
    ["fails", json(500, { error: { message: "Broken." } })],
    ["says no count", json(200, { ok: true })],
    ["says no JSON", (response) => void response.end("<html>")],
  ])("is an estimate that names the provider where it %s", async (_, broken) => {
    answer = broken;
    const notice = "input_tokens is the gateway's own estimate: anthropic was asked and gave none";
    expect(await count(path, "failing")).toEqual({ ...estimated, notice });
  });
});

it("is an estimate after a while where the provider says nothing", async () => {
  answer = () => undefined;
  const { tokens, notice } = await count("/messages/count_tokens", "silent");
  expect([tokens > 0, notice]).toEqual([true, expect.stringContaining("anthropic was asked")]);
});

it("asks a server that lacks the call only once for each model", async () => {
  answer = json(404, { error: { message: "No such path." } });
  for (const notice of [/anthropic was asked/, /no provider was asked/])
    expect((await count("/messages/count_tokens", "lacking")).notice).toMatch(notice);
  expect(upstream.asked.length).toBe(1);
});

it("costs nothing and is no generation", async () => {
  await count("/messages/count_tokens", "anthropic");
  const listed = await ask(gateway, gateway.own.management, "GET", "/generations");
  expect(listed.body.data).toEqual([]);
});
