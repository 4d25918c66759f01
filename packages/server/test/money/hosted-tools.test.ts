import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../books/invariants.ts";
import { engines } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ask } from "../tenancy/manage.ts";
import { type FakeUpstream, fakeUpstream } from "../wire/fake-upstream.ts";

/** OpenAI's wire: as many searches and containers as the question says; a broken answer ends before it says what it used. */
function answer(question: string): { readonly output: object[]; readonly isBroken: boolean } {
  const [searches = 0, containers = 0] = (question.match(/\d+/g) ?? []).map(Number);
  const list = (count: number, of: (at: number) => object) =>
    Array.from({ length: count }, (_, at) => of(at));
  const output = [
    ...list(searches, (at) => ({
      ...{ type: "web_search_call", id: `ws_${at}`, status: "completed" },
      action: { type: "search", query: "x" },
    })),
    { type: "web_search_call", id: "ws_page", action: { type: "open_page", url: "x" } },
    ...list(2 * containers, (at) => ({
      ...{ type: "code_interpreter_call", id: `ci_${at}`, code: "1" },
      container_id: `c_${Math.floor(at / 2)}`,
    })),
    { type: "message", content: [{ type: "output_text", text: "So.", annotations: [] }] },
  ];
  return { output, isBroken: question.includes("broken") };
}

const usage = { input_tokens: 1000, output_tokens: 100 };
/** Of the tokens of an answer, in nanodollars: 1 and 2 dollars a million. */
const ofTokens = 1_200_000;
const prices = { search: 10_000_000, container: 30_000_000 };

describe.each(engines)("tools that run at a vendor, on $engine", (engine) => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await fakeUpstream((reply, { body }) => {
      const asked = JSON.parse(body);
      const { output, isBroken } = answer(JSON.stringify(asked.input));
      const response = { object: "response", status: "completed", output, usage };
      reply.writeHead(200, {
        "content-type": asked.stream ? "text/event-stream" : "application/json",
      });
      if (!asked.stream) return void reply.end(JSON.stringify(response));
      const events = output.map((item, output_index) => ({
        ...{ type: "response.output_item.done", output_index, item },
      }));
      const all = isBroken ? events : [...events, { type: "response.completed", response }];
      reply.end(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    });
    const price = `{ input: "1", output: "2", tools: { web_search: "0.01", code_interpreter: "0.03" } }`;
    gateway = await startTestGateway({
      engine,
      yaml: `
providers:
  openai: { kind: openai, base_url: "${upstream.url}/v1", api_key: sk-operators }
models:
  - { id: t/priced, kind: text, context_length: 100000, max_output_tokens: 1000, endpoints: [ { provider: openai, upstream_model: gpt-5.5, price: ${price} } ] }
limits: { hosted_tool_calls: 3, hosted_tool_tokens: 2000 }
`,
    });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const tools = [{ type: "web_search" }, { type: "code_interpreter", container: { type: "auto" } }];
  const post = (input: string, more: object = {}, key = gateway.own.ordinary) =>
    ask(gateway, key, "POST", "/responses", {
      ...{ model: "t/priced", input, tools, max_output_tokens: 1000 },
      ...more,
    });
  const sent = () => JSON.parse(upstream.asked.at(-1)?.body ?? "{}");
  async function lastRow() {
    const [row = {}] = await rawSql(
      gateway.place,
      "select * from ledger order by settled_at_ms desc, request_id desc limit 1",
    );
    const { charged_nanousd, unbilled_nanousd, held_nanousd, attempts, request_id } = row;
    return {
      id: request_id,
      charged: Number(charged_nanousd),
      unbilled: Number(unbilled_nanousd),
      held: Number(held_nanousd),
      calls: JSON.parse(String(attempts)).at(-1).toolCalls,
    };
  }

  it.each([false, true])("are charged by the call, with stream %s", async (stream) => {
    const told = await post("2 searches, 1 container", { stream });
    expect([told.status, told.headers.get("x-portico-notice")]).toEqual([200, null]);
    expect(sent()).toMatchObject({ tools, max_tool_calls: 3 });
    const { id, ...row } = await lastRow();
    expect(row).toMatchObject({
      charged: ofTokens + 2 * prices.search + prices.container,
      unbilled: 0,
      calls: { web_search: 2, code_interpreter: 1 },
    });
    const { body } = await ask(gateway, gateway.own.ordinary, "GET", `/generation?id=${id}`);
    expect(body.data.provider_responses[0].tool_calls).toEqual(row.calls);
    expect(body.data.cost_details.input_cost).toBeCloseTo(0.051, 9);
  });

  it("hold the dearest for as many calls as the caller allows, with what these may find", async () => {
    await post("0", { max_tool_calls: 1, tools: [tools[0]] });
    expect(sent().max_tool_calls).toBe(1);
    const one = await lastRow();
    await post("0", { max_tool_calls: 2, tools: [tools[0]] });
    const two = await lastRow();
    const question = two.held - one.held - prices.search - 2 * 2000 * 1000;
    // The question is read once more, and both results in it.
    expect(question).toBeGreaterThan(0);
    expect(one.held).toBe(2 * question + 2000 * 1000 + 1000 * 2000 + prices.search);
    await post("0", { max_tool_calls: 2 });
    expect((await lastRow()).held - two.held).toBeGreaterThanOrEqual(2 * 20_000_000);
  });

  it("are charged where the answer breaks off before it says what it used", async () => {
    await post("2 broken", { stream: true });
    const { charged, calls } = await lastRow();
    expect(calls).toEqual({ web_search: 2 });
    expect(charged).toBeGreaterThan(2 * prices.search);
    expect(charged).toBeLessThan(2 * prices.search + ofTokens);
  });

  it("cost a key no more than is held, whatever the vendor does", async () => {
    await post("9 searches", { max_tool_calls: 1 });
    const { charged, unbilled, held } = await lastRow();
    expect(charged).toBe(held);
    expect(charged + unbilled).toBe(ofTokens + 9 * prices.search);
  });

  it("are refused before the call where the money left does not pay for them", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 20_000_000 });
    const before = upstream.asked.length;
    const refused = await post("1", {}, key);
    expect([refused.status, upstream.asked.length - before]).toEqual([402, 0]);
    expect(refused.body.error.message).toContain("max_tool_calls");
    expect((await post("1", { tools: [tools[0]], max_tool_calls: 1 }, key)).status).toBe(200);
    expect((await post("1", { tools: [] }, key)).status).toBe(200);
  });

  it("go on without what names the account of the operator, and by name alone where they have a price", async () => {
    const files = { type: "auto", file_ids: ["file_of_another"], memory_limit: "64g" };
    const told = await post("0", { tools: [{ type: "code_interpreter", container: files }] });
    expect(told.headers.get("x-portico-notice")).toContain("container.file_ids");
    expect(sent().tools).toEqual([tools[1]]);
    for (const tool of [
      { type: "code_interpreter", container: "cntr_of_another" },
      { type: "file_search", vector_store_ids: ["vs_1"] },
      { type: "image_generation" },
      { type: "web_search_preview" },
    ]) {
      const refused = await post("0", { tools: [tool] });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining(`tools (${tool.type})`),
      ]);
      expect(refused.body.error.message).toContain("price.tools");
    }
  });

  it("leave books that add up", async () => {
    const key = await gateway.own.addKey({ limitNanousd: 400_000_000 });
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        post(`${at % 4} searches, ${at % 2} container`, { stream: at % 3 === 0 }, key),
      ),
    );
    const [sums = {}] = await rawSql(
      gateway.place,
      "select max(charged_nanousd - held_nanousd) as beyond from ledger",
    );
    expect(Number(sums["beyond"])).toBeLessThanOrEqual(0);
    expect(await checkInvariants(gateway.place)).toEqual([]);
  });
});
