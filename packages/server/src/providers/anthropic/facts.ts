import { commonParameters, type VendorFacts } from "../vendor-facts.ts";
import { type Claude, claudeOf } from "./claude.ts";

export const anthropicFacts = {
  baseUrl: "https://api.anthropic.com",
  isKeyed: true,
  lists: true,
  serves: ["text"],
  textParameters: [
    ...commonParameters,
    "top_k",
    "reasoning",
    "text",
    "parallel_tool_calls",
    "user",
  ],
  refusedBy: (model) => refusedByClaude(claudeOf(model)),
} satisfies VendorFacts;

export function refusedByClaude({ sampling, structuredOutput, thinking }: Claude): string[] {
  return [
    ...(sampling === "none" ? ["temperature", "top_p", "top_k"] : []),
    ...(structuredOutput ? [] : ["text"]),
    ...(thinking === "none" ? ["reasoning"] : []),
  ];
}
