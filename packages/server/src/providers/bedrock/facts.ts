import { claudeOf } from "../anthropic/claude.ts";
import { commonParameters, type VendorFacts } from "../vendor-facts.ts";

export const bedrockFacts: VendorFacts = {
  isKeyed: true,
  embedsImages: true,
  isCloud: true,
  findsCredentials: true,
  textParameters: [...commonParameters, "top_k", "reasoning", "text"],
  refusedBy: (model) => (structures(model) ? [] : ["text"]),
};

const structuring = /qwen|deepseek|gpt-oss|mistral|ministral|magistral|gemma|minimax|kimi|nemotron/;

/** https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html lists the models. */
export function structures(model: string): boolean {
  return claudeOf(model).structuredOutput || structuring.test(model);
}
