import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGateway, type TestGateway } from "../responses/test-gateway.ts";
import { type Fields, read, readFailure, readStream, send } from "./ask.ts";
import { contentOf } from "./content-of.ts";

const tools = [
  {
    type: "custom",
    name: "get_weather",
    description: "Weather",
    input_schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
    cache_control: { type: "ephemeral" },
    eager_input_streaming: true,
  },
];
const question = { role: "user", content: "What is the weather in Paris and in Rome?" };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway("");
});
afterAll(() => gateway.close());

describe("POST /messages", () => {
  it("answers with a message", async () => {
    const reply = await send(gateway);
    const { headers } = reply;
    const body = await read(reply);
    expect(body).toMatchObject({
      type: "message",
      role: "assistant",
      model: "sandbox/text",
      content: [{ type: "text", text: "good morning" }],
      stop_reason: "end_turn",
      stop_sequence: null,
    });
    expect(body["usage"]).toMatchObject({
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cost: Number(headers.get("x-portico-cost")),
    });
    expect(headers.get("x-generation-id")).toBe(body["id"]);
    expect(headers.get("request-id")).toBe(headers.get("x-request-id"));
    expect(headers.get("x-portico-provider")).toBe("sandbox");
  });

  it("streams what adds up to the same message", async () => {
    const plain = await read(await send(gateway));
    const events = await readStream(await send(gateway, { stream: true }));
    expect(contentOf(events)).toEqual(plain["content"]);
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: plain["usage"],
    });
    expect(events.at(-1)).toEqual({ type: "message_stop" });
  });

  it("starts a stream with an estimate of the input tokens where there is no count yet", async () => {
    const [start] = await readStream(await send(gateway, { stream: true }));
    expect(Object(start)["message"]).toMatchObject({
      usage: { input_tokens: expect.any(Number), output_tokens: 0 },
    });
    expect(Object(Object(start)["message"])["usage"]["input_tokens"]).toBeGreaterThan(0);
  });

  it.each([false, true])(
    "calls tools and goes on from their results, with stream %s",
    async (stream) => {
      const ask = async (messages: readonly unknown[]) => {
        const reply = await send(gateway, { messages, tools, stream });
        if (!stream) return await read(reply);
        const events = await readStream(reply);
        return { content: contentOf(events), ...Object(Object(events.at(-2))["delta"]) };
      };
      const first: Fields = await ask([question]);
      expect(first["stop_reason"]).toBe("tool_use");
      const content: Fields[] = Object(first["content"]);
      const calls = content.filter(({ type }) => type === "tool_use");
      expect(calls).toHaveLength(2);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      const results = calls.map(({ id, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: [{ type: "text", text: `Sunny in ${Object(input)["city"]}` }],
      }));
      const second: Fields = await ask([
        question,
        { role: "assistant", content },
        { role: "user", content: results },
      ]);
      expect(second["stop_reason"]).toBe("end_turn");
      expect(JSON.stringify(second["content"])).toContain("Sunny");
    },
  );

  it("stops at max_tokens", async () => {
    const long = { role: "user", content: `Repeat exactly: ${"very ".repeat(50)}long` };
    const fields = { messages: [long], max_tokens: 4 };
    expect(await read(await send(gateway, fields))).toMatchObject({ stop_reason: "max_tokens" });
    const events = await readStream(await send(gateway, { ...fields, stream: true }));
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "max_tokens" } });
  });

  it("says in a header that a provider cannot be asked to think", async () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const reply = await send(gateway, { thinking });
    expect(reply.headers.get("x-portico-notice")).toMatch(/Thoughts were asked for/);
    expect((await send(gateway)).headers.get("x-portico-notice")).toBeNull();
  });

  it("names what was left out as its own wire does", async () => {
    const fields = { stop_sequences: ["END"], top_k: 3, output_config: { effort: "low" } };
    expect((await send(gateway, fields)).headers.get("x-portico-notice")).toBe(
      "Left out, because the provider has no such parameter: top_k, stop_sequences, output_config.effort.",
    );
  });

  it("serves a sender of -1 for what was left out", async () => {
    const reply = await send(gateway, { top_p: -1, top_k: -1 });
    expect([reply.status, reply.headers.get("x-portico-notice")]).toEqual([200, null]);
  });

  it("is booked as messages", async () => {
    const { id } = await read(await send(gateway));
    const booked = gateway.booked.find(({ generationId }) => generationId === id);
    expect(booked?.facts.operation).toBe("messages");
  });

  it("refuses a thread so that client libraries send everything", async () => {
    const reply = await send(gateway, { thread: { type: "create" } });
    expect(reply.status).toBe(400);
    expect(await readFailure(reply)).toMatchObject({
      type: "invalid_request_error",
      details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
    });
  });
});

describe("requests that clients send unasked are answered", () => {
  it.each<[string, Fields, Readonly<Record<string, string>>?]>([
    ["system as text", { system: "Be brief." }],
    [
      "system as blocks",
      { system: [{ type: "text", text: "Attribution.", cache_control: { type: "ephemeral" } }] },
    ],
    ["thinking with a budget", { thinking: { type: "enabled", budget_tokens: 1024 } }],
    ["adaptive thinking", { thinking: { type: "adaptive", display: "summarized" } }],
    ["thinking switched off", { thinking: { type: "disabled" } }],
    ["effort", { output_config: { effort: "high" } }],
    [
      "context management",
      { context_management: { edits: [{ type: "clear_thinking_20251015" }] } },
    ],
    ["no choice of tools", { tools, tool_choice: { type: "none" } }],
    [
      "a tool of a provider",
      { tools: [{ type: "web_search_20260318", name: "web_search" }, ...tools] },
    ],
    ["a service tier", { service_tier: "auto" }],
    ["an end user", { metadata: { user_id: "user-1" } }],
    ["sampling", { top_k: 5, top_p: 0.9, temperature: 1, stop_sequences: ["\n\n"] }],
    ["unknown fields", { speed: "fast", fallbacks: ["a"], mcp_servers: [] }],
    [
      "unknown versions and betas",
      {},
      {
        "anthropic-version": "2026-10-21",
        "anthropic-beta": "claude-code-20250219,to-come-2030-01-01",
      },
    ],
    [
      "thoughts of another gateway",
      {
        messages: [
          { role: "user", content: "Hello" },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "c2lnbmF0dXJl" },
              { type: "redacted_thinking", data: "ZGF0YQ==" },
              { type: "text", text: "Hello." },
            ],
          },
          { role: "user", content: "Repeat exactly: good morning" },
        ],
      },
    ],
    [
      "blocks to come",
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "hologram", beam: 1 },
              { type: "text", text: "Repeat exactly: good morning" },
            ],
          },
        ],
      },
    ],
    [
      "a message of the system in the middle",
      {
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "Hello." },
          { role: "system", content: "Be brief." },
          { role: "user", content: "Repeat exactly: good morning" },
        ],
      },
    ],
  ])("%s", async (_, fields, headers = {}) => {
    const reply = await send(gateway, fields, { path: "/messages?beta=true", headers });
    expect(JSON.stringify((await read(reply))["content"])).toContain("good morning");
  });
});
