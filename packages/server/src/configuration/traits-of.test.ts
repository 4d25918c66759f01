import { expect, it } from "vitest";
import { traitsOf } from "./traits-of.ts";

it.each([
  ["openai", "o3-mini"],
  ["openai", "gpt-5.5"],
  ["openai-compatible", "openai/gpt-oss-120b"],
  ["gemini", "gemini-2.5-flash"],
  ["vertex", "gemini-3-pro"],
  ["anthropic", "claude-opus-5-20270101"],
  ["bedrock", "us.anthropic.claude-sonnet-5-v1:0"],
  ["openai-compatible", "x-ai/grok-4"],
  ["openai-compatible", "deepseek-reasoner"],
])("says that %s thinks unasked with %s", (kind, model) => {
  expect(traitsOf(kind, model).thinking?.unasked).toBe(true);
});

it.each([
  ["openai", "gpt-4.1"],
  ["openai", "gpt-5-chat-latest"],
  ["gemini", "gemini-2.0-flash"],
  ["anthropic", "claude-sonnet-4-5"],
  ["anthropic", "claude-3-5-haiku-latest"],
  ["openai-compatible", "grok-4-fast-non-reasoning"],
  ["openai-compatible", "llama-3.3-70b-versatile"],
  ["openai-compatible", "deepseek-chat"],
])("does not say that %s thinks unasked with %s", (kind, model) => {
  expect(traitsOf(kind, model).thinking?.unasked ?? false).toBe(false);
});

it("knows that what Claude shows of its thoughts is a summary, with every vendor", () => {
  expect(traitsOf("anthropic", "any").thinking?.summarised).toBe(true);
  expect(traitsOf("vertex", "claude-sonnet-4").thinking?.summarised).toBe(true);
  expect(traitsOf("openai-compatible", "deepseek-reasoner").thinking?.summarised).toBe(false);
});

it.each([
  ["groq/compound", 11],
  ["groq/compound-mini", 2],
  ["compound-beta", 11],
  ["compound-beta-mini", 2],
  ["o3-deep-research", 1],
  ["a/b:online", 1],
  ["compound-words-7b", undefined],
  ["llama-3.3-70b-versatile", undefined],
])("knows how often %s calls a model while it searches", (model, calls) => {
  expect(traitsOf("openai-compatible", model).searchCalls).toBe(calls);
});
