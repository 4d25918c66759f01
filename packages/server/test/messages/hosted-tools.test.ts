import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { bring } from "../tenancy/manage.ts";
import { type Fields, read, readStream, send } from "./ask.ts";
import { type ClaudeUpstream, startClaudeUpstream } from "./claude-upstream.ts";
import { contentOf } from "./content-of.ts";

const cite = { type: "web_search_result_location", url: "https://a.test", encrypted_index: "eA" };
const page = { type: "web_search_result", url: "https://a.test", title: "A", page_age: null };
const found = [
  { type: "text", text: "I search." },
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "Rome" } },
  {
    ...{ type: "web_search_tool_result", tool_use_id: "srvtoolu_1" },
    content: [{ ...page, encrypted_content: "eB" }],
  },
  { type: "text", text: "It is said that " },
  { type: "text", text: "Rome is old", citations: [cite, { ...cite, encrypted_index: "eC" }] },
  { type: "text", text: "." },
];
const chosen = [
  {
    ...{ type: "server_tool_use", id: "srvtoolu_2", name: "tool_search_tool_regex" },
    input: { pattern: "weather" },
  },
  {
    ...{ type: "tool_search_tool_result", tool_use_id: "srvtoolu_2" },
    content: {
      type: "tool_search_tool_search_result",
      tool_references: [{ type: "tool_reference", tool_name: "weather" }],
    },
  },
  { type: "tool_use", id: "toolu_1", name: "weather", input: {} },
];
const webSearch = { type: "web_search_20250305", name: "web_search" };
const toolSearch = { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" };
const weather = { name: "weather", input_schema: { type: "object" }, defer_loading: true };

let searcher: ClaudeUpstream;
let chooser: ClaudeUpstream;
let priced: ClaudeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  searcher = await startClaudeUpstream(found, { stop_reason: "pause_turn" });
  chooser = await startClaudeUpstream(chosen, { stop_reason: "tool_use" });
  const used = { server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 } };
  priced = await startClaudeUpstream(found, { stop_reason: "end_turn" }, used);
  const model = (id: string) =>
    `  - { id: ${id}/claude, kind: text, context_length: 200000, endpoints: [{ provider: ${id}, upstream_model: claude-opus-4-8, price: { input: "1", output: "2" } }] }`;
  gateway = await startTestGateway({
    yaml: [
      "providers:",
      `  searcher: { kind: anthropic, base_url: "${searcher.url}", api_key: sk-x, byok: allow, fetch_urls: true }`,
      `  chooser: { kind: anthropic, base_url: "${chooser.url}", api_key: sk-x }`,
      `  priced: { kind: anthropic, base_url: "${priced.url}", api_key: sk-x }`,
      "models:",
      ...["searcher", "chooser"].map(model),
      model("priced").replace('output: "2"', 'output: "2", tools: { web_search: "0.01" }'),
    ].join("\n"),
  });
  await bring(gateway, gateway.own, { provider: "searcher", secret: "sk-of-the-workspace" });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await searcher[Symbol.asyncDispose]();
  await chooser[Symbol.asyncDispose]();
  await priced[Symbol.asyncDispose]();
});

const question = { role: "user", content: "How old is Rome?" };

async function ask(fields: Fields, stream: boolean) {
  const { ordinary: key } = gateway.own;
  const reply = await send({ url: gateway.api, key }, { max_tokens: 4096, stream, ...fields });
  const notice = reply.headers.get("x-portico-notice");
  if (!stream) {
    const { content, stop_reason: reason } = await read(reply);
    return { content: Object(content), reason, notice };
  }
  const events = await readStream(reply);
  const delta = Object(events.find(({ type }) => type === "message_delta"))["delta"];
  return { content: contentOf(events), reason: delta.stop_reason, notice };
}

describe.each([false, true])("what tools that ran at Anthropic leave, with stream %s", (stream) => {
  it("reaches the caller as it is, and Anthropic on the next turn", async () => {
    const asked = { model: "searcher/claude", tools: [webSearch], messages: [question] };
    const { content, reason } = await ask(asked, stream);
    expect(content).toEqual(found);
    expect(reason).toBe("pause_turn");
    const messages = [question, { role: "assistant", content }, question];
    expect((await ask({ ...asked, messages }, stream)).notice).toBeNull();
    expect(searcher.sent.at(-1)?.body["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: question.content }] },
      { role: "assistant", content: found },
      { role: "user", content: [{ type: "text", text: question.content }] },
    ]);
  });

  it("is handed on with the operator's credential where the tool costs nothing", async () => {
    const asked = { model: "chooser/claude", tools: [toolSearch, weather], messages: [question] };
    const { content } = await ask(asked, stream);
    expect(content).toEqual(chosen);
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "Sunny" };
    const messages = [
      question,
      { role: "assistant", content },
      { role: "user", content: [result] },
    ];
    expect((await ask({ ...asked, messages }, stream)).notice).toBeNull();
    expect(Object(chooser.sent.at(-1)?.body["messages"])[1].content).toEqual(chosen);
  });

  it("stays behind, named by a notice, where the provider is not paid by the workspace", async () => {
    const messages = [question, { role: "assistant", content: found }, question];
    const { notice } = await ask({ model: "chooser/claude", tools: [weather], messages }, stream);
    for (const place of ["[1] (server_tool_use)", "[2] (web_search", "[4].citations (text)"])
      expect(notice).toContain(`messages[1].content${place}`);
    const said = found.flatMap(({ text }) => text ?? []);
    expect(Object(chooser.sent.at(-1)?.body["messages"])[1].content).toEqual(
      said.map((text) => ({ type: "text", text })),
    );
  });
});

describe("a search that the operator has a price for", () => {
  it("is held for, bounded, charged by the vendor's count, and goes back on the next turn", async () => {
    const { ordinary: key } = gateway.own;
    const tools = [{ ...webSearch, blocked_domains: ["b.test"] }];
    const asked = { model: "priced/claude", max_tokens: 4096, tools, messages: [question] };
    const told = await send({ url: gateway.api, key }, { ...asked, stream: false });
    expect([told.status, told.headers.get("x-portico-notice")]).toEqual([200, null]);
    const { content, usage } = await read(told);
    expect(priced.sent.at(-1)?.body["tools"]).toEqual([{ ...tools[0], max_uses: 5 }]);
    expect(usage).toMatchObject({
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
      cost: 0.02 + (42 + 2 * 9) / 1e6,
    });
    const messages = [question, { role: "assistant", content }, question];
    const next = await send({ url: gateway.api, key }, { ...asked, messages, stream: false });
    expect([next.status, next.headers.get("x-portico-notice")]).toEqual([200, null]);
    expect(Object(priced.sent.at(-1)?.body["messages"])[1].content).toEqual(found);
  });

  it("leaves a fetch without a price to those who pay the vendor", async () => {
    const tools = [{ type: "web_fetch_20260309", name: "web_fetch" }];
    const told = await send(
      { url: gateway.api, key: gateway.own.ordinary },
      { model: "priced/claude", max_tokens: 4096, tools, messages: [question] },
    );
    expect(told.status).toBe(400);
    expect(await told.text()).toContain("tools (web_fetch_20260309");
  });
});
