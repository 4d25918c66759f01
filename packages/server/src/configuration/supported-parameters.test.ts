import { expect, it } from "vitest";
import { supportedParameters } from "./supported-parameters.ts";

const of = (kind: string, upstreamModel: string) =>
  supportedParameters(kind, {
    ...{ kind: "text", upstreamModel, dimensionsAdjustable: false },
    ...{ fixedSampling: false, hasTiers: false },
  });

it.each([
  ["sandbox", "text", "text"],
  ["sandbox", "text", "parallel_tool_calls"],
  ["anthropic", "claude-sonnet-4-5", "text"],
  ["anthropic", "claude-sonnet-4-5", "temperature"],
  ["bedrock", "anthropic.claude-opus-4-5-20251101-v1:0", "text"],
  ["bedrock", "qwen.qwen3-32b-v1:0", "text"],
  ["openai", "gpt-5.5", "reasoning"],
  ["openai", "gpt-4.1", "temperature"],
  ["openai-compatible", "gpt-5.5", "temperature"],
])("%s sends %s the parameter %s", (kind, model, parameter) => {
  expect(of(kind, model)).toContain(parameter);
});

it.each([
  ["anthropic", "claude-3-5-haiku-latest", "text"],
  ["anthropic", "claude-3-5-haiku-latest", "reasoning"],
  ["anthropic", "claude-opus-4-8", "temperature"],
  ["bedrock", "amazon.nova-lite-v1:0", "text"],
  ["openai", "gpt-5.5", "temperature"],
  ["openai", "gpt-4.1", "reasoning"],
  ["openai", "gpt-4.1", "stop"],
])("%s does not send %s the parameter %s", (kind, model, parameter) => {
  expect(of(kind, model)).not.toContain(parameter);
});
