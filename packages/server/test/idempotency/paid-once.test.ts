import { randomUUID } from "node:crypto";
import { eventually } from "@portico/test-support/eventually";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkInvariants } from "../books/invariants.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { jsonHeaders, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";

const usage = { input_tokens: 1000, output_tokens: 100 };
const search = {
  ...{ type: "web_search_call", id: "ws_1", status: "completed" },
  action: { type: "search", query: "x" },
};
const message = { type: "message", content: [{ type: "output_text", text: "So." }] };
const output = [search, { ...search, id: "ws_2" }, message];
/** Two searches, and the tokens at 1 and 2 dollars a million. */
const price = 20_000_000 + 1_200_000;
const tools = [{ type: "web_search" }];

describe.each(engines)("a named request of a session with a search, on $engine", (engine) => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  let nodes: readonly string[];
  /** The vendor has searched, and goes on once this is resolved. */
  let mayEnd = Promise.withResolvers<void>();
  beforeAll(async () => {
    upstream = await fakeUpstream(async (reply, { body }) => {
      const { stream } = JSON.parse(body);
      const type = stream ? "text/event-stream" : "application/json";
      reply.writeHead(200, { "content-type": type });
      const response = { object: "response", status: "completed", output, usage };
      const write = (event: object) => reply.write(`data: ${JSON.stringify(event)}\n\n`);
      const done = { type: "response.output_item.done" };
      if (stream) write({ ...done, output_index: 0, item: search });
      await mayEnd.promise;
      if (!stream) return void reply.end(JSON.stringify(response));
      write({ type: "response.completed", response });
      reply.end();
    });
    gateway = await startTestGateway({
      engine,
      yaml: `
providers:
  openai: { kind: openai, base_url: "${upstream.url}/v1", api_key: sk-operators }
models:
  - { id: t/priced, kind: text, context_length: 100000, max_output_tokens: 1000, endpoints: [ { provider: openai, upstream_model: gpt-5.5, price: { input: "1", output: "2", tools: { web_search: "0.01" } } } ] }
limits: { hosted_tool_calls: 2, hosted_tool_tokens: 2000 }
`,
    });
    nodes = [gateway.api, (await gateway.another()).api];
  });
  afterAll(async () => {
    mayEnd.resolve();
    expect(await checkInvariants(gateway.place)).toEqual([]);
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    upstream.asked.length = 0;
    mayEnd = Promise.withResolvers();
  });

  interface Sending {
    readonly name: string;
    readonly session: string;
    readonly budget?: number;
    readonly at?: number;
    readonly more?: object;
    readonly signal?: AbortSignal;
  }

  const send = ({ name, session, budget = 1, at = 0, more = {}, signal }: Sending) =>
    fetch(`${nodes[at]}/responses`, {
      method: "POST",
      headers: {
        ...jsonHeaders(gateway.own.ordinary),
        ...{ "idempotency-key": name, "x-session-id": session },
        "x-session-budget": budget.toFixed(9),
      },
      body: JSON.stringify({ model: "t/priced", input: "Hi", tools, ...more }),
      ...(signal && { signal }),
    });
  const spentIn = async (session: string) =>
    (
      await rawSql(
        gateway.place,
        `select state, charged_nanousd from ledger where session_id = '${session}' order by charged_nanousd`,
      )
    ).map((row) => [row["state"], Number(row["charged_nanousd"])]);
  const metadataOf = async (reply: Response) => Object(await reply.json()).error?.metadata;

  it("is paid once by many at once on two nodes, with a budget for one", async () => {
    const session = randomUUID();
    const refused = await send({ name: randomUUID(), session, budget: 0 });
    const budget: number = (await metadataOf(refused)).required;
    const name = randomUUID();
    mayEnd.resolve();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, place) => send({ name, session, budget, at: place % 2 })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    expect(new Set(texts).size).toBe(1);
    expect(upstream.asked).toHaveLength(1);
    expect(await spentIn(session)).toEqual([["settled", price]]);
    // The rest of the budget pays for no other request; what was answered is given out all the same.
    const other = await send({ name: randomUUID(), session, budget, at: 1 });
    expect([other.status, (await metadataOf(other)).spent]).toEqual([402, price / 1e9]);
    expect((await send({ name, session, budget: price / 1e9, at: 1 })).status).toBe(200);
    expect(upstream.asked).toHaveLength(1);
  });

  it.each([false, true])(
    "is paid once when its caller leaves while the vendor searches, and asks the other node (stream: %s)",
    async (stream) => {
      const [session, name] = [randomUUID(), randomUUID()];
      const leaving = new AbortController();
      const lost = send({ name, session, more: { stream }, signal: leaving.signal });
      await eventually(() => expect(upstream.asked).toHaveLength(1));
      if (stream) await (await lost).body?.getReader().read();
      leaving.abort();
      await Promise.allSettled([lost]);
      const retry = send({ name, session, at: 1, more: { stream } });
      mayEnd.resolve();
      const again = await retry;
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
      expect(await again.text()).toContain("ws_2");
      expect(upstream.asked).toHaveLength(1);
      expect(await spentIn(session)).toEqual([["settled", price]]);
    },
  );

  it("is refused with other tools or another model, and neither asked nor charged", async () => {
    const [session, name] = [randomUUID(), randomUUID()];
    mayEnd.resolve();
    expect((await send({ name, session })).status).toBe(200);
    for (const more of [{ tools: [] }, { max_tool_calls: 1 }, { model: "sandbox/text" }])
      expect((await send({ name, session, at: 1, more })).status).toBe(409);
    expect(upstream.asked).toHaveLength(1);
    expect(await spentIn(session)).toEqual([["settled", price]]);
  });

  it("runs under its name once its session may spend more", async () => {
    const [session, name] = [randomUUID(), randomUUID()];
    mayEnd.resolve();
    expect((await send({ name, session, budget: 0 })).status).toBe(402);
    expect((await send({ name, session, at: 1 })).status).toBe(200);
    expect(await spentIn(session)).toEqual([["settled", price]]);
  });
});
