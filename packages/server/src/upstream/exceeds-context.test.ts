import { describe, expect, it } from "vitest";
import { exceedsContext } from "./exceeds-context.ts";

describe("a vendor's refusal of a request that is too long", () => {
  it.each([
    ["OpenAI", "context_length_exceeded", "Your input exceeds the context window of this model."],
    ["OpenAI, older", "", "This model's maximum context length is 8192 tokens."],
    ["Anthropic", "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"],
    ["Anthropic", "", "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000"],
    [
      "Gemini",
      "INVALID_ARGUMENT",
      "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    ],
    ["Bedrock", "ValidationException", "Input is too long for requested model."],
    ["Cohere", "", "too many tokens: size limit exceeded by 4 tokens."],
    [
      "xAI",
      "",
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    ],
    ["llama.cpp", "exceed_context_size_error", "the request exceeds the available context size"],
    ["Ollama", "", "the input length exceeds the context length"],
    ["LM Studio", "", "tokens to keep from the initial prompt is greater than the context length"],
    ["Moonshot", "", "Invalid request: Your request exceeded model token limit: 262144"],
    ["Alibaba", "InvalidParameter", "Range of input length should be [1, 30720]"],
  ])("is known in the words of %s", (_, code, message) => {
    expect(exceedsContext(code, message)).toBe(true);
  });

  it.each([
    ["a rate", "", "Too many tokens per minute, please wait."],
    ["another fault", "invalid_request_error", "temperature must be at most 2"],
    ["an output that is too long", "", "max_tokens is too large: 200000"],
  ])("is not taken for %s", (_, code, message) => {
    expect(exceedsContext(code, message)).toBe(false);
  });
});
