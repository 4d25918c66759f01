import type { Schema } from "@portico/contract/facts";
import type { JsonObject } from "./respond-call.ts";

/** What a tool that ran at the vendor left in its answer, in the vendor's words. */
export type HostedTrace = Schema<"HostedToolItem"> & JsonObject;

const types: ReadonlySet<unknown> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_list_tools",
  "mcp_call",
] satisfies HostedTrace["type"][]);

export function isHostedTrace(item: JsonObject): item is HostedTrace {
  return types.has(item["type"]) && typeof item["id"] === "string" && item["id"] !== "";
}
