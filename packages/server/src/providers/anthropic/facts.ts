import { commonParameters, type VendorFacts } from "../vendor-facts.ts";

export const anthropicFacts = {
  baseUrl: "https://api.anthropic.com",
  isKeyed: true,
  serves: ["text"],
  textParameters: [...commonParameters, "top_k", "reasoning", "parallel_tool_calls", "user"],
} satisfies VendorFacts;
