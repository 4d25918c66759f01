import type { RespondCall } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { emptyCall } from "../../../../test/providers/sample.ts";
import { keepsMarks } from "./cache-marks.ts";
import { chatPresets } from "./presets.ts";
import { toChatRequest } from "./request.ts";
import { toTokenUsage } from "./usage.ts";

const call: RespondCall = {
  ...emptyCall,
  cacheKey: "k",
  cacheRetention: "24h",
  tools: [{ name: "f", cache: {} }],
  conversation: [
    {
      type: "message",
      role: "system",
      content: [
        { type: "text", text: "Long", cache: { ttl: "1h" } },
        { type: "text", text: "short" },
      ],
    },
    { type: "call", callId: "c1", name: "f", arguments: "{}" },
    { type: "result", callId: "c1", output: [{ type: "text", text: "1" }], cache: {} },
    { type: "message", role: "user", content: [{ type: "text", text: "?", cache: {} }] },
  ],
};

function sent(preset: string) {
  const dialect = chatPresets[preset]?.chat;
  if (dialect === undefined) throw new Error(`There is no preset ${preset}.`);
  return toChatRequest(call, dialect);
}

const ephemeral = { type: "ephemeral" };

describe("marks for a prompt cache", () => {
  it("stand on OpenRouter's texts, results and tools, with their time to live", () => {
    const body = sent("openrouter");
    expect(body["messages"]).toMatchObject([
      {
        content: [
          { type: "text", text: "Long", cache_control: { ...ephemeral, ttl: "1h" } },
          { type: "text", text: "short" },
        ],
      },
      {},
      { content: [{ type: "text", text: "1", cache_control: ephemeral }] },
      { content: [{ type: "text", text: "?", cache_control: ephemeral }] },
    ]);
    expect(body["tools"]).toMatchObject([{ cache_control: ephemeral }]);
    expect(body).not.toHaveProperty("prompt_cache_key");
  });

  it("stand on Alibaba's texts, whose time to live is its own", () => {
    const body = sent("alibaba");
    expect(body["messages"]).toMatchObject([
      { content: [{ cache_control: ephemeral }, {}] },
      {},
      {},
      {},
    ]);
    expect(JSON.stringify(body)).not.toContain("ttl");
    expect(JSON.stringify(body["tools"])).not.toContain("cache_control");
  });

  it.each(["openai", "deepseek", "groq", "vllm", "mistral"])("are left out for %s", (preset) => {
    const body = sent(preset);
    expect(JSON.stringify(body)).not.toContain("cache_control");
    expect(body["messages"]).toMatchObject([{ content: "Longshort" }, {}, { content: "1" }, {}]);
  });
});

it.each([
  ["openrouter", "text", true],
  ["openrouter", "result", true],
  ["openrouter", "tool", true],
  ["openrouter", "call", false],
  ["openrouter", "image", false],
  ["alibaba", "text", true],
  ["alibaba", "tool", false],
  ["openai", "text", false],
] as const)("a notice knows whether %s is sent the mark of a %s: %s", (preset, place, isSent) => {
  expect(keepsMarks(chatPresets[preset]?.chat.caching ?? {}, [place])).toBe(isSent);
  expect(keepsMarks(chatPresets[preset]?.chat.caching ?? {}, ["text", place])).toBe(isSent);
});

describe("the key of a prompt cache", () => {
  it.each([
    ["openai", { prompt_cache_key: "k", prompt_cache_retention: "24h" }],
    ["moonshot", { prompt_cache_key: "k" }],
    ["xai", {}],
    ["mistral", {}],
    ["vllm", {}],
  ])("goes to %s as far as it knows one", (preset, expected) => {
    const entries = Object.entries(sent(preset)).filter(([name]) =>
      name.startsWith("prompt_cache"),
    );
    expect(Object.fromEntries(entries)).toEqual(expected);
  });
});

describe("what was written to a cache", () => {
  it("is counted in each vendor's words", () => {
    const written = (usage: object) =>
      toTokenUsage({ prompt_tokens: 9, ...usage })?.cacheWriteTokens;
    expect(written({ prompt_tokens_details: { cache_write_tokens: 3 } })).toBe(3);
    expect(written({ prompt_tokens_details: { cache_creation_input_tokens: 4 } })).toBe(4);
    expect(written({ cache_creation_input_tokens: 5 })).toBe(5);
    expect(written({})).toBe(0);
  });
});
