import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../books/invariants.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ask } from "../tenancy/manage.ts";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";

const usage = { prompt_tokens: 1000, completion_tokens: 100 };
const said = [
  { role: "user" as const, content: "What is a portico?" },
  { role: "assistant" as const, content: "A porch with columns." },
];

describe.each(engines)("POST /responses/compact on $engine", (engine) => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let summary: string;
  beforeEach(() => {
    summary = "We spoke of porticos.";
  });
  beforeAll(async () => {
    upstream = await fakeUpstream((reply) => {
      const message = { role: "assistant", content: summary };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      reply.writeHead(200, { "content-type": "application/json" });
      reply.end(JSON.stringify({ choices, usage }));
    });
    const price = `{ input: "1", output: "2" }`;
    gateway = await startTestGateway({
      engine,
      yaml: `
providers:
  own: { kind: openai-compatible, base_url: "${upstream.url}/v1", stream: false }
models:
  - { id: t/writer, kind: text, context_length: 100000, max_output_tokens: 1000, endpoints: [ { provider: own, upstream_model: w, price: ${price} } ] }
`,
    });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const sent = () => JSON.parse(upstream.asked.at(-1)?.body ?? "{}").messages;
  const compact = (more: object = {}, key = gateway.own.ordinary, headers = {}) =>
    ask(
      gateway,
      key,
      "POST",
      "/responses/compact",
      { model: "t/writer", input: said, ...more },
      headers,
    );
  const goOn = (output: readonly object[], key = gateway.own.ordinary) =>
    ask(gateway, key, "POST", "/responses", {
      ...{ model: "t/writer", input: [...output, { role: "user", content: "Go on." }] },
    });

  it("gives what openai's library reads, and what any model goes on from", async () => {
    const client = new OpenAI({
      apiKey: gateway.own.ordinary,
      baseURL: gateway.api,
      maxRetries: 0,
    });
    const { object, output } = await client.responses.compact({
      ...{ model: "t/writer", input: said, instructions: "Be brief." },
    });
    expect(object).toBe("response.compaction");
    expect(output).toMatchObject([
      { type: "message", role: "user", content: [{ text: said[0]?.content }] },
      { type: "compaction" },
    ]);
    expect(sent()).toMatchObject([
      { role: "system", content: "Be brief." },
      ...said,
      { role: "user" },
    ]);
    const next = await goOn(output);
    expect(next.status, next.text).toBe(200);
    expect(sent()).toMatchObject([
      said[0],
      { role: "user", content: expect.stringContaining(summary) },
      { role: "user", content: "Go on." },
    ]);
  });

  it("is held, charged and listed as a response, once for all requests of one name", async () => {
    const headers = { "idempotency-key": "compact-once" };
    const first = await compact({}, gateway.own.ordinary, headers);
    expect(first.status, first.text).toBe(200);
    expect(first.headers.get("x-portico-notice")).toContain("the model's own summary");
    expect(first.body.usage.cost).toBeCloseTo(0.0012, 9);
    const again = await compact({}, gateway.own.ordinary, headers);
    expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
    const rows = await rawSql(
      gateway.place,
      `select operation, state, charged_nanousd from ledger where request_id = '${first.body.id}'`,
    );
    expect(
      rows.map((row) => [row["operation"], row["state"], Number(row["charged_nanousd"])]),
    ).toEqual([["responses", "settled", 1_200_000]]);
    const key = await gateway.own.addKey({ limitNanousd: 1000 });
    expect((await compact({}, key)).status).toBe(402);
    expect(await checkInvariants(gateway.place)).toEqual([]);
  });

  it("opens for its own workspace alone, and is refused where it does not open", async () => {
    const { body } = await compact();
    const other = await gateway.addTenant();
    const [, item] = body.output;
    for (const [output, key] of [
      [[item], other.ordinary],
      [[{ ...item, encrypted_content: "of another service" }], gateway.own.ordinary],
    ] as const) {
      const refused = await goOn(output, key);
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringMatching(/^input\[0\] is a compaction that this workspace cannot open/),
      ]);
    }
    // Nor does it stand for a thought.
    const thought = {
      type: "reasoning",
      id: "r",
      summary: [],
      encrypted_content: item.encrypted_content,
    };
    expect((await goOn([said[0] ?? {}, thought])).status).toBe(200);
  });

  it("fails where the model sums nothing up", async () => {
    summary = " ";
    const failed = await compact();
    expect([failed.status, failed.body.error.message]).toEqual([
      500,
      expect.stringContaining("has not summed up"),
    ]);
  });
});
