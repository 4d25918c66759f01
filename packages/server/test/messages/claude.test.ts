import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Fields, read, readStream, send } from "./ask.ts";
import { type ClaudeUpstream, type Sent, startClaudeUpstream } from "./claude-upstream.ts";
import { contentOf } from "./content-of.ts";

const model = "anthropic/claude-opus-4-8";
const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
const schema = { type: "object", properties: { city: { type: "string" } } };
const thought = { type: "thinking", thinking: "I call the tool.", signature: "c2lnbmF0dXJl" };
const hidden = { type: "redacted_thinking", data: "aGlkZGVu" };
const call = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Rome" } };
const thinking = { type: "adaptive", display: "summarized" };

let talker: ClaudeUpstream;
let thinker: ClaudeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  const end = { stop_reason: "stop_sequence", stop_sequence: "END" };
  talker = await startClaudeUpstream([{ type: "text", text: "Hello." }], end);
  thinker = await startClaudeUpstream([thought, hidden, call], { stop_reason: "tool_use" });
  const price = `{ input: "1", output: "2" }`;
  const modelAt = (id: string, provider: string) =>
    `  - { id: ${id}, kind: text, context_length: 200000, endpoints: [{ provider: ${provider}, upstream_model: claude-opus-4-8, price: ${price} }] }`;
  gateway = await startGateway(
    [
      "providers:",
      `  talker: { kind: anthropic, base_url: "${talker.url}", api_key: sk-x }`,
      `  thinker: { kind: anthropic, base_url: "${thinker.url}", api_key: sk-x }`,
      "models:",
      modelAt(model, "talker"),
      modelAt("anthropic/thinker", "thinker"),
    ].join("\n"),
  );
});
afterAll(async () => {
  await gateway.close();
  await talker[Symbol.asyncDispose]();
  await thinker[Symbol.asyncDispose]();
});

const ask = (fields: Fields = {}, headers = {}) => send(gateway, { model, ...fields }, { headers });
const lastOf = ({ sent }: ClaudeUpstream): Sent => {
  const last = sent.at(-1);
  if (last === undefined) throw new Error("The upstream was sent nothing.");
  return last;
};

describe("POST /messages with Claude behind it", () => {
  it("starts a stream with the input tokens that the upstream has counted", async () => {
    const events = await readStream(await ask({ stream: true }));
    expect(contentOf(events)).toEqual([{ type: "text", text: "Hello." }]);
    expect(events[0]).toMatchObject({ message: { usage: { input_tokens: 42 } } });
    expect(events.at(-2)).toMatchObject({
      usage: {
        input_tokens: 5,
        cache_read_input_tokens: 30,
        cache_creation_input_tokens: 7,
        output_tokens: 9,
      },
    });
  });

  it("counts what a cache had or took apart in a reply too, and names where the model stopped", async () => {
    expect(await read(await ask({ stop_sequences: ["END"] }))).toMatchObject({
      stop_reason: "stop_sequence",
      stop_sequence: "END",
      usage: { input_tokens: 5, cache_read_input_tokens: 30, cache_creation_input_tokens: 7 },
    });
  });

  it("hands on what only this vendor reads, each thing in its place", async () => {
    const own = { name: "weather", description: "Weather", input_schema: schema };
    const bash = { type: "bash_20250124", name: "bash" };
    const found = { type: "search_result", source: "https://a.test", title: "A", content: [] };
    const system = [
      { type: "text", text: "Attribution." },
      { type: "text", text: "Be brief.", ...mark },
    ];
    const fields = {
      system,
      tools: [{ ...own, defer_loading: true, ...mark }, bash],
      context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
      thinking,
      output_config: { effort: "low" },
      messages: [{ role: "user", content: [{ type: "text", text: "Hi", ...mark }, found] }],
    };
    const headers = { "anthropic-beta": "context-management-2025-06-27,claude-code-20250219" };
    await read(await ask(fields, headers));
    const sent = lastOf(talker);
    expect(sent.headers["anthropic-beta"]).toBe(headers["anthropic-beta"]);
    expect(sent.headers["x-api-key"]).toBe("sk-x");
    expect(sent.body).toMatchObject({
      system,
      tools: [{ ...own, defer_loading: true, ...mark }, bash],
      context_management: fields.context_management,
      thinking,
      output_config: { effort: "low" },
      messages: fields.messages,
    });
  });

  it.each([false, true])(
    "gives thoughts out sealed, and gives them back as they came, with stream %s",
    async (stream) => {
      const question = { role: "user", content: "Weather in Rome?" };
      const asked = { model: "anthropic/thinker", thinking, max_tokens: 4096, stream };
      const tools = [{ name: "weather", input_schema: schema }];
      const reply = await ask({ ...asked, tools, messages: [question] });
      const content: Fields[] = stream
        ? contentOf(await readStream(reply))
        : Object((await read(reply))["content"]);
      expect(content).toEqual([
        { ...thought, signature: expect.any(String) },
        { ...hidden, data: expect.any(String) },
        call,
      ]);
      expect(content).not.toContainEqual(thought);
      expect(content).not.toContainEqual(hidden);
      const result = {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: "down",
        is_error: true,
      };
      await ask({
        ...asked,
        tools,
        messages: [question, { role: "assistant", content }, { role: "user", content: [result] }],
      });
      expect(lastOf(thinker).body["messages"]).toEqual([
        expect.objectContaining({ role: "user" }),
        { role: "assistant", content: [thought, hidden, call] },
        {
          role: "user",
          content: [{ ...result, content: [{ type: "text", text: "down" }] }],
        },
      ]);
    },
  );

  it("leaves out thoughts that another gateway sealed, or Anthropic itself gave", async () => {
    const content = [thought, hidden, { type: "text", text: "Hello." }];
    const reply = await ask({
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content },
        { role: "user", content: "And now?" },
      ],
    });
    await read(reply);
    expect(reply.headers.get("x-portico-notice")).toMatch(/2 sealed thoughts/);
    expect(JSON.stringify(lastOf(talker).body)).not.toContain("thinking");
  });
});
