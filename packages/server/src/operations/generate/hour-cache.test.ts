import type { RespondCall, Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import { sampleCandidate } from "../../../test/routing/sample-candidate.ts";
import { readPreferences } from "../../routing/preferences.ts";
import type { GenerateRequest } from "./asked.ts";
import { asksForHourCache } from "./hour-cache.ts";
import { outputLimit } from "./planning.ts";

const said = (cache?: { ttl?: "5m" | "1h" }): Turn => ({
  type: "message",
  role: "user",
  content: [{ type: "text", text: "Hi", ...(cache && { cache }) }],
});
const hour = { ttl: "1h" } as const;
const foreign = (ttl: string): Turn => ({
  type: "message",
  role: "user",
  content: [
    { type: "foreign", family: "anthropic", block: { content: [{ cache_control: { ttl } }] } },
  ],
});
const passed = (ttl: string) => ({
  family: "anthropic",
  headers: {},
  fields: { cache_control: { ttl } },
});

type Said = Partial<RespondCall>;
const asks = (asked: Said) => asksForHourCache({ conversation: [], tools: [], ...asked });

describe("a cache for an hour", () => {
  it.each<[string, Said]>([
    ["a text", { conversation: [said(), said(hour)] }],
    ["a tool", { tools: [{ name: "f", cache: hour }] }],
    [
      "a call",
      { conversation: [{ type: "call", callId: "a", name: "f", arguments: "", cache: hour }] },
    ],
    ["a result", { conversation: [{ type: "result", callId: "a", output: [], cache: hour }] }],
    ["a block of one vendor", { conversation: [foreign("1h")] }],
    ["a field of one vendor", { passThrough: passed("1h") }],
    ["a mark beside a retention", { conversation: [said({})], cacheRetention: "24h" }],
  ])("is asked for by %s", (_, asked) => {
    expect(asks(asked)).toBe(true);
  });

  it.each<[string, Said]>([
    ["no mark", { conversation: [said()] }],
    ["marks without a time", { conversation: [said({})], tools: [{ name: "f", cache: {} }] }],
    [
      "marks for minutes",
      { conversation: [said({ ttl: "5m" }), foreign("5m")], passThrough: passed("5m") },
    ],
    ["a retention without a mark", { conversation: [said()], cacheRetention: "24h" }],
  ])("is not asked for by %s", (_, asked) => {
    expect(asks(asked)).toBe(false);
  });
});

describe("the length of answer that an amount of money pays for", () => {
  const sample = sampleCandidate("p");
  const { price } = sample.endpoint;
  const dear = {
    ...price,
    inputPicousd: 1_000,
    outputPicousd: 1_000,
    hourCacheWritePicousd: 2_000,
  };
  const endpoint = { ...sample.endpoint, price: dear, maxOutputTokens: 10_000 };
  const tokensFor = (ttl: "5m" | "1h") => {
    const call = {
      stream: false,
      conversation: [said({ ttl })],
      tools: [],
      toolChoice: "auto",
    } as const;
    const bound = { inputTokens: 100, hasHourCache: asksForHourCache(call) };
    const asked = {
      operation: "messages",
      limitField: "max_tokens",
      refusalBy: () => null,
      guard: null,
      parameterNames: [],
      leftOut: [],
      unopenedThoughts: 0,
      preferences: readPreferences(undefined),
      chance: Math.random,
      models: [{ model: sample.model, call, needs: {}, links: [], bound }],
    } satisfies GenerateRequest;
    const held = {
      nanousd: 300,
      charged: new Map([[sample.model, [endpoint]]]),
      mostOutputTokens: null,
    };
    return outputLimit(asked, { ...sample, endpoint }, held).tokens;
  };

  it("is shorter beside a cache for an hour", () => {
    expect([tokensFor("5m"), tokensFor("1h")]).toEqual([200, 100]);
  });
});
