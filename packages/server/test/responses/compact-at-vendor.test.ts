import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../books/invariants.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ask } from "../tenancy/manage.ts";
import { type FakeUpstream, fakeUpstream, json } from "../wire/fake-upstream.ts";

const said = [
  { role: "user" as const, content: "What is a portico?" },
  { role: "assistant" as const, content: "A porch with columns." },
];
const usage = {
  input_tokens: 1000,
  output_tokens: 100,
  total_tokens: 1100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};
const item = { type: "compaction", id: "cmp_1", encrypted_content: "gAAA-of-the-vendor" };
const compaction = {
  ...{ id: "resp_1", object: "response.compaction", created_at: 1, usage },
  output: [
    { type: "message", role: "user", content: [{ type: "input_text", text: said[0]?.content }] },
    { ...item, created_by: "someone" },
  ],
};
const message = {
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: "So far, porticos.", annotations: [] }],
};
const response = {
  ...{ id: "resp_2", object: "response", status: "completed", usage },
  output: [message],
};
const summary = {
  choices: [{ index: 0, message: { role: "assistant", content: "Sum." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 1 },
};

/** What the vendor's own call answers; the others always answer well. */
let compacting = json(200, compaction);
let responding = json(200, response);

describe.each(engines)("POST /responses/compact by its vendor, on $engine", (engine) => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await fakeUpstream((reply, asked) => {
      if (asked.path.endsWith("/responses/compact")) return compacting(reply, asked);
      if (asked.path.endsWith("/responses")) return responding(reply, asked);
      return json(200, summary)(reply, asked);
    });
    const price = `{ input: "1", output: "2" }`;
    const common = `kind: text, context_length: 100000, max_output_tokens: 10000`;
    const at = (provider: string) =>
      `{ provider: ${provider}, upstream_model: w, price: ${price} }`;
    gateway = await startTestGateway({
      engine,
      yaml: `
providers:
  vendor: { kind: openai, base_url: "${upstream.url}/v1", api_key: k }
  lacking: { kind: openai, base_url: "${upstream.url}/lacking", api_key: k }
  other: { kind: openai-compatible, base_url: "${upstream.url}/v1", stream: false }
  azure: { kind: azure, base_url: "${upstream.url}/azure", api_key: k, options: { api: responses } }
  grok: { kind: openai-compatible, base_url: "${upstream.url}/xai", api_key: k, options: { preset: xai, api: responses } }
  unknown: { kind: openai-compatible, base_url: "${upstream.url}/unknown", options: { api: responses } }
models:
  - { id: t/own, ${common}, endpoints: [ ${at("vendor")} ] }
  - { id: t/lacking, ${common}, endpoints: [ ${at("lacking")} ] }
  - { id: t/both, ${common}, endpoints: [ ${at("vendor")}, ${at("other")} ] }
  - { id: t/other, ${common}, endpoints: [ ${at("other")} ] }
  - { id: t/azure, ${common}, endpoints: [ ${at("azure")} ] }
  - { id: t/grok, ${common}, endpoints: [ ${at("grok")} ] }
  - { id: t/unknown, ${common}, endpoints: [ ${at("unknown")} ] }
  - { id: t/many, ${common}, endpoints: [ ${at("vendor")}, ${at("grok")}, ${at("azure")} ] }
`,
    });
  });
  afterAll(async () => {
    expect(await checkInvariants(gateway.place)).toEqual([]);
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    compacting = json(200, compaction);
    responding = json(200, response);
    upstream.asked.length = 0;
  });

  const paths = () => upstream.asked.map(({ path }) => path);
  const sent = () => JSON.parse(upstream.asked.at(-1)?.body ?? "{}");
  const compact = (more: object = {}, key = gateway.own.ordinary, headers = {}) =>
    ask(
      gateway,
      key,
      "POST",
      "/responses/compact",
      { model: "t/own", input: said, ...more },
      headers,
    );
  const goOn = (output: readonly object[], model = "t/own", key = gateway.own.ordinary) =>
    ask(gateway, key, "POST", "/responses", {
      ...{ model, input: [...output, { role: "user", content: "Go on." }] },
    });
  const booked = async (id: string) =>
    (
      await rawSql(
        gateway.place,
        `select operation, state, charged_nanousd from ledger where request_id = '${id}'`,
      )
    ).map((row) => [row["operation"], row["state"], Number(row["charged_nanousd"])]);

  it("asks for it with the fields of that call alone, and its item goes back whole", async () => {
    const client = new OpenAI({
      apiKey: gateway.own.ordinary,
      baseURL: gateway.api,
      maxRetries: 0,
    });
    const { output } = await client.responses.compact({
      ...{ model: "t/own", input: said, instructions: "Be brief." },
    });
    expect(paths()).toEqual(["/v1/responses/compact"]);
    expect(sent()).toEqual({ model: "w", input: said, instructions: "Be brief." });
    expect(output).toMatchObject([
      { type: "message", role: "user", content: [{ text: said[0]?.content }] },
      { type: "compaction" },
    ]);
    expect(JSON.stringify(output)).not.toContain(item.encrypted_content);
    const next = await goOn(output);
    expect([next.status, next.headers.get("x-portico-notice")]).toEqual([200, null]);
    expect(sent().input).toEqual([said[0], item, { role: "user", content: "Go on." }]);
    // A second compaction has the first one in it.
    await compact({ input: [...output, ...said] });
    expect(sent().input).toEqual([said[0], item, ...said]);
  });

  it("is held, charged and listed as a response, and says whose it is, once for all requests of one name", async () => {
    const headers = { "idempotency-key": "compact-once" };
    const first = await compact({}, gateway.own.ordinary, headers);
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get("x-portico-notice")).toBe(
      "Compacted by vendor: only a model there can go on from it.",
    );
    expect(first.body.usage).toMatchObject({ input_tokens: 1000, output_tokens: 100 });
    expect(first.body.usage.cost).toBeCloseTo(0.0012, 9);
    const again = await compact({}, gateway.own.ordinary, headers);
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    expect(paths()).toEqual(["/v1/responses/compact"]);
    expect(await booked(first.body.id)).toEqual([["responses", "settled", 1_200_000]]);
    const key = await gateway.own.addKey({ limitNanousd: 1000 });
    expect((await compact({}, key)).status).toBe(402);
  });

  it("is a summary of a bounded length where the money bounds the answer", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 10_000_000 });
    const { body, headers } = await compact({}, key);
    expect(paths()).toEqual(["/v1/responses"]);
    expect(sent().max_output_tokens).toBeLessThan(5000);
    expect(headers.get("x-portico-notice")).toContain("the model's own summary");
    expect((await goOn(body.output, "t/other")).status).toBe(200);
  });

  it("is a summary where the server has no such call, which it is asked once", async () => {
    compacting = json(404, { error: { message: "no such path" } });
    for (const _ of [1, 2]) {
      const { status, body, headers } = await compact({ model: "t/lacking" });
      expect([status, body.output.at(-1).type]).toEqual([200, "compaction"]);
      expect(headers.get("x-portico-notice")).toContain("the model's own summary");
      expect(await booked(body.id)).toEqual([["responses", "settled", 1_200_000]]);
    }
    expect(paths()).toEqual([
      "/lacking/responses/compact",
      "/lacking/responses",
      "/lacking/responses",
    ]);
  });

  it("is read by its vendor alone: others are passed over, or refused by name", async () => {
    const { body } = await compact();
    const both = await goOn(body.output, "t/both");
    expect([both.status, paths().at(-1)]).toEqual([200, "/v1/responses"]);
    const refused = await goOn(body.output, "t/other");
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^input\[1\] \(compaction\) cannot be handed on.*Ask a model of the/s),
    ]);
    expect(refused.body.error.metadata.field).toBe("input[1]");
    const stranger = await gateway.addTenant();
    const unopened = await goOn(body.output, "t/own", stranger.ordinary);
    expect([unopened.status, unopened.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^input\[1\] is a compaction that this workspace cannot open/),
    ]);
    // Nor does it stand for a thought.
    const thought = { type: "reasoning", id: "r", summary: [] };
    const { encrypted_content } = body.output[1];
    expect((await goOn([{ ...thought, encrypted_content }])).status).toBe(200);
    expect(JSON.stringify(sent())).not.toContain(item.encrypted_content);
  });

  it.each([
    ["azure", "/azure/openai/v1"],
    ["grok", "/xai"],
  ])("is made by %s too, and read there alone", async (provider, path) => {
    const { status, body, headers } = await compact({ model: `t/${provider}` });
    expect([status, paths()]).toEqual([200, [`${path}/responses/compact`]]);
    expect(headers.get("x-portico-notice")).toBe(
      `Compacted by ${provider}: only a model there can go on from it.`,
    );
    expect(await booked(body.id)).toEqual([["responses", "settled", 1_200_000]]);
    const next = await goOn(body.output, "t/many");
    expect([next.status, paths().at(-1)]).toEqual([200, `${path}/responses`]);
    expect(sent().input).toEqual([said[0], item, { role: "user", content: "Go on." }]);
    expect((await goOn(body.output)).status).toBe(400);
  });

  it("is not asked of a server that we do not know", async () => {
    const { status, headers } = await compact({ model: "t/unknown" });
    expect([status, paths()]).toEqual([200, ["/unknown/responses"]]);
    expect(headers.get("x-portico-notice")).toContain("the model's own summary");
  });

  it("is never left out, even where its vendor refuses it", async () => {
    const { body } = await compact();
    responding = json(400, { error: { message: "Item with id 'cmp_1' not found: input[1]." } });
    const refused = await goOn(body.output);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining("not found"),
    ]);
    expect(upstream.asked).toHaveLength(2);
  });

  it.each([
    ["is busy", 529, json(529, { error: { message: "busy" } })],
    ["limits the rate", 429, json(429, { error: { message: "slow down" } })],
    ["refuses the request", 400, json(400, { error: { message: "too long" } })],
    ["compacts nothing", 500, json(200, { ...compaction, output: [] })],
    ["breaks off", 529, ((reply) => void reply.destroy()) satisfies typeof compacting],
  ])("fails as other calls do where its vendor %s", async (_, status, answer) => {
    compacting = answer;
    const failed = await compact();
    expect(failed.status, failed.text).toBe(status);
    const order = ["vendor", "other"];
    const replaced = await compact({ model: "t/both", provider: { order } });
    expect(replaced.status, replaced.text).toBe(status === 400 ? 400 : 200);
    if (status !== 400)
      expect(replaced.headers.get("x-portico-notice")).toContain("the model's own summary");
  });

  it("charges what was used for a compaction that cannot be read", async () => {
    compacting = json(200, { ...compaction, output: [] });
    await compact();
    const [row] = await rawSql(
      gateway.place,
      "select charged_nanousd from ledger order by created_at_ms desc limit 1",
    );
    expect(Number(row?.["charged_nanousd"])).toBe(1_200_000);
  });
});
