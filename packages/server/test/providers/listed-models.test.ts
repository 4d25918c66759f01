import { eventually } from "@portico/test-support/eventually";
import { afterEach, expect, it } from "vitest";
import { chatBody } from "../responses/chat-upstream.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Answer, fakeUpstream, json } from "../wire/fake-upstream.ts";

const started: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of started.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

async function start(answer: Answer, yaml: (url: string) => string) {
  const upstream = await fakeUpstream(answer);
  started.push(upstream);
  const gateway = await startTestGateway({ yaml: `sandbox: false\n${yaml(upstream.url)}` });
  started.push(gateway);
  return { upstream, gateway };
}

async function call(gateway: TestGateway, path: string, body?: object, key = gateway.own.ordinary) {
  const response = await fetch(gateway.api + path, {
    headers: jsonHeaders(key),
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { response, body: JSON.parse(await response.text()) };
}

const ids = async (gateway: TestGateway, key?: string) =>
  ((await call(gateway, "/models", undefined, key)).body.data as { id: string }[]).map(
    ({ id }) => id,
  );

const listing =
  (...names: string[]): Answer =>
  (response, asked) =>
    asked.path.endsWith("/models")
      ? json(200, { data: names.map((id) => ({ id })) })(response, asked)
      : json(200, JSON.parse(chatBody(["Good"])))(response, asked);

it("a server of one's own serves what it has, without an entry for a model", async () => {
  const ollama: Answer = (response, asked) => {
    const says: Record<string, object> = {
      "/api/tags": { models: [{ name: "qwen3:8b", model: "qwen3:8b" }] },
      "/api/show": {
        capabilities: ["completion", "tools"],
        model_info: { "qwen3.context_length": 40_960, "qwen3.embedding_length": 4_096 },
      },
      "/api/chat": {
        ...{ message: { role: "assistant", content: "Hi" }, done: true },
        ...{ prompt_eval_count: 3, eval_count: 1 },
      },
    };
    return json(200, says[asked.path])(response, asked);
  };
  const { gateway } = await start(ollama, (url) => `providers: { ollama: { base_url: "${url}" } }`);
  await eventually(async () => expect(await ids(gateway)).toEqual(["ollama/qwen3:8b"]));
  const { body } = await call(gateway, "/models");
  expect(body.data[0]).toMatchObject({
    ...{ kind: "text", context_length: 40_960 },
    pricing: { prompt: "0", completion: "0", version: "own-server" },
  });
  const asked = { model: "ollama/qwen3:8b", input: "a" };
  const { response, body: reply } = await call(gateway, "/responses", asked);
  expect([response.status, reply.usage.cost]).toEqual([200, 0]);
});

it("a model without a price is refused with what to write, or costs nothing and says so", async () => {
  const yaml = (url: string) => `
providers:
  strict: { kind: openai-compatible, base_url: "${url}/v1", api_key: k, preset: groq, models: "new-*" }
  open: { kind: openai-compatible, base_url: "${url}/v1", api_key: k, preset: groq, models: "new-*", unpriced: allow }
`;
  const { gateway } = await start(listing("new-1", "old-1"), yaml);
  await eventually(async () => expect(await ids(gateway)).toEqual(["open/new-1"]));
  const refused = await call(gateway, "/responses", { model: "strict/new-1", input: "a" });
  expect(refused.response.status).toBe(404);
  expect(refused.body.error.message).toMatch(/knows no price for it.*"unpriced: allow"/);
  const { response, body } = await call(gateway, "/responses", { model: "open/new-1", input: "a" });
  expect([response.status, body.usage.cost]).toEqual([200, 0]);
  expect(response.headers.get("x-portico-notice")).toBe(
    "open/new-1 has no price here: nothing is charged for it.",
  );
  const id = response.headers.get("x-generation-id");
  const generation = await call(gateway, `/generation?id=${id}`, undefined, gateway.own.management);
  expect(generation.body.data.price).toBe("open/new-1@open no-price");
});

it("does not wait for lists at the start, and goes on where none comes", async () => {
  const never: Answer = () => new Promise(() => undefined);
  const { gateway } = await start(
    never,
    (url) => `providers: { vllm: { base_url: "${url}/v1", preset: vllm } }`,
  );
  expect(await ids(gateway)).toEqual([]);
  const { response } = await call(gateway, "/responses", { model: "vllm/x", input: "a" });
  expect(response.status).toBe(404);
});

const aliased = (url: string) => `
providers: { p: { kind: openai-compatible, base_url: "${url}/v1" } }
aliases:
  fast: [ { model: m/one, weight: 3 }, m/two ]
  plain: m/one
models:
${["one", "two"]
  .map(
    (name) =>
      `  - { id: m/${name}, kind: text, context_length: 10000, deprecated: { ends: "2027-01-31", use: m/three }, endpoints: [ { provider: p, upstream_model: ${name}, price: { input: "1", output: "1" } } ] }`,
  )
  .join("\n")}
`;

it("an alias is shared out by weight, stays with a session's model, and is listed", async () => {
  const { gateway, upstream } = await start(listing(), aliased);
  const sessions = Array.from({ length: 40 }, async (_, session) => {
    const models = new Set<string>();
    for (let turn = 0; turn < 2; turn += 1) {
      const body = { model: "fast", input: `Turn ${turn}`, session_id: `s${session}` };
      models.add((await call(gateway, "/responses", body)).body.model);
    }
    expect(models.size).toBe(1);
    return [...models][0];
  });
  const used = Map.groupBy(await Promise.all(sessions), (model) => model);
  expect(used.get("m/one")?.length).toBeGreaterThan(used.get("m/two")?.length ?? 40);
  expect(used.get("m/two")?.length).toBeGreaterThan(0);
  expect(upstream.asked.length).toBe(80);
  expect(await ids(gateway)).toEqual(["m/one", "m/two", "fast", "plain"]);
  const { body } = await call(gateway, "/model/fast/-");
  expect(body.data).toMatchObject({ id: "fast", description: "Stands for m/one, m/two." });
});

it("the second model of an alias stands in where the first fails, and a notice says so", async () => {
  const answer: Answer = (response, asked) =>
    JSON.parse(asked.body).model === "one"
      ? json(503, { error: { message: "busy" } })(response, asked)
      : listing()(response, asked);
  const { gateway } = await start(answer, aliased);
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, session) =>
      call(gateway, "/responses", { model: "fast", input: `Question ${session}` }),
    ),
  );
  expect(replies.map(({ response, body }) => [response.status, body.model])).toEqual(
    replies.map(() => [200, "m/two"]),
  );
  const notices = replies.map(({ response }) => response.headers.get("x-portico-notice") ?? "");
  expect(notices.some((notice) => notice.includes("m/two answered in place of m/one."))).toBe(true);
  expect(notices[0]).toContain(
    "m/two is deprecated. It is served until 2027-01-31. Use m/three in its place.",
  );
});

it("a key may be given an alias alone, or the models behind it", async () => {
  const { gateway } = await start(listing(), aliased);
  const keyOf = (...allowedModels: string[]) => gateway.own.addKey({ allowedModels });
  const [byAlias, byModel, other] = [await keyOf("fast"), await keyOf("m/*"), await keyOf("m/two")];
  const ask = async (key: string, model: string) =>
    (await call(gateway, "/responses", { model, input: "a" }, key)).response.status;
  expect([await ask(byAlias, "fast"), await ask(byAlias, "m/one")]).toEqual([200, 403]);
  expect([await ask(byModel, "fast"), await ask(other, "plain")]).toEqual([200, 403]);
  expect(await ids(gateway, byAlias)).toEqual(["fast"]);
  // A stand-in is judged by its own name.
  const standingIn = async (key: string, model: string, standIn: string) =>
    (await call(gateway, "/responses", { model, models: [standIn], input: "a" }, key)).response
      .status;
  expect(await standingIn(other, "m/two", "plain")).toBe(403);
  expect(await standingIn(byAlias, "fast", "m/one")).toBe(200);
  expect(await standingIn(await keyOf("m/two", "plain"), "m/two", "plain")).toBe(200);
});
