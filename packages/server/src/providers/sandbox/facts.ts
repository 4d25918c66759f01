import type { VendorFacts } from "../vendor-facts.ts";

export const sandboxFacts: VendorFacts = {
  isKeyed: false,
  serves: ["text", "embedding", "rerank"],
  embedsImages: true,
  textParameters: [
    "max_output_tokens",
    "temperature",
    "top_p",
    "tools",
    "tool_choice",
    "text",
    "parallel_tool_calls",
  ],
};
