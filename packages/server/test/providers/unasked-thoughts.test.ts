import type { RespondCall, ToolDefinition } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { presets } from "../../src/providers/openai/facts.ts";
import { ask, emptyCall } from "./sample.ts";

const says = (role: "user" | "assistant" | "developer", text: string) => ({
  type: "message" as const,
  role,
  content: [{ type: "text" as const, text }],
});
const tool: ToolDefinition = {
  name: "weather",
  description: "The weather of a place",
  parameters: { type: "object", properties: { place: { type: "string" } } },
  strict: true,
};

/** A loop of tools with all that a caller could say before thoughts could be kept. */
const call: RespondCall = {
  ...emptyCall,
  instructions: "Be brief.",
  conversation: [
    says("developer", "Use tools."),
    says("user", "Oslo and Rome?"),
    says("assistant", "I look."),
    { type: "call", callId: "call_1", name: "weather", arguments: '{"place":"Oslo"}' },
    { type: "call", callId: "call_2", name: "weather", arguments: "" },
    { type: "result", callId: "call_1", output: [{ type: "text", text: "rain" }] },
    { type: "result", callId: "call_2", output: [{ type: "text", text: '{"sky":"blue"}' }] },
    says("assistant", "Rain and sun."),
    says("user", "And now?"),
  ],
  tools: [tool],
  toolChoice: "required",
  parallelToolCalls: true,
  maxOutputTokens: 256,
  temperature: 0.5,
  topP: 0.9,
  topK: 40,
  seed: 7,
  stop: ["END"],
  reasoning: { effort: "low" },
  textFormat: { type: "json_schema", name: "answer", schema: { type: "object" } },
  serviceTier: "auto",
  user: "user-1",
};

const compatible = Object.keys(presets).map((preset) => ({
  name: `openai-compatible, ${preset}`,
  kind: "openai-compatible",
  model: "model",
  settings: { baseUrl: "https://upstream.example", options: { preset } },
}));
const azure = (api_version?: string) => ({
  kind: "azure",
  model: "o4-mini",
  settings: {
    baseUrl: "https://upstream.example",
    options: api_version === undefined ? {} : { api_version },
  },
});

const claude = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const clouds = [
  { name: "bedrock", kind: "bedrock", model: claude, settings: {} },
  { name: "bedrock, other models", kind: "bedrock", model: "openai.gpt-oss-120b", settings: {} },
  {
    name: "bedrock, invoked",
    kind: "bedrock",
    model: claude,
    settings: { options: { api: "invoke" } },
  },
  {
    name: "vertex",
    kind: "vertex",
    model: "claude-opus-4-8",
    settings: { options: { project: "p" } },
  },
];

const upstreams = [
  { name: "openai", kind: "openai", model: "gpt-5.5", settings: {} },
  { name: "openai, no thoughts", kind: "openai", model: "gpt-4.1", settings: {} },
  {
    name: "openai at xAI",
    kind: "openai",
    model: "grok-4.3",
    settings: { baseUrl: "https://api.x.ai/v1" },
  },
  { name: "azure", ...azure() },
  { name: "azure, dated", ...azure("2024-10-21") },
  { name: "azure, old", ...azure("2024-02-01") },
  { name: "mistral", kind: "mistral", model: "magistral-medium-latest", settings: {} },
  { name: "gemini 2.5", kind: "gemini", model: "gemini-2.5-flash", settings: {} },
  { name: "gemini 3", kind: "gemini", model: "gemini-3-pro", settings: {} },
  { name: "ollama", kind: "ollama", model: "gpt-oss:20b", settings: {} },
  { name: "anthropic", kind: "anthropic", model: "claude-sonnet-4-5", settings: {} },
  { name: "anthropic, adaptive", kind: "anthropic", model: "claude-opus-5", settings: {} },
  ...clouds,
  { name: "cohere", kind: "cohere", model: "command-a-reasoning-08-2025", settings: {} },
  ...compatible,
];

/** They refuse a call without the field, so that such a loop ended in a 400. */
const refusesWithout = /(deepseek|moonshot)$/;
const absent = /,"reasoning_content":" ?"/g;

describe("a request whose caller asks for no thoughts", () => {
  it("is the same, byte for byte, as before thoughts could be asked for", async () => {
    const written: string[] = [];
    for (const { name, kind, model, settings } of upstreams) {
      const { upstream } = await ask({ kind, settings, body: "", call: { ...call, model } });
      const body = String(upstream.requests[0]?.body);
      const sent = refusesWithout.test(name) ? body.replaceAll(absent, "") : body;
      written.push(`${name}\n${sent}\n`);
    }
    await expect(written.join("\n")).toMatchFileSnapshot("./unasked-requests.txt");
  });
});
