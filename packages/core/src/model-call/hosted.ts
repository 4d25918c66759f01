import type { Schema } from "@portico/contract/facts";
import type { JsonObject } from "./respond-call.ts";

/** What a tool of the vendor's left in its answer, in the vendor's words: an item of its responses. */
export type HostedTrace = Schema<"HostedToolItem"> & JsonObject;

/** The same as a block of its messages. */
export type HostedBlock = Schema<"MessagesHostedBlock"> & JsonObject;

const types: ReadonlySet<unknown> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_list_tools",
  "mcp_call",
  "computer_call",
] satisfies HostedTrace["type"][]);

export function isHostedTrace(item: JsonObject): item is HostedTrace {
  return types.has(item["type"]) && typeof item["id"] === "string" && item["id"] !== "";
}

/** Of the two forms, the one of the wire that was spoken: providers leave no other. */
export function traceOf(item: JsonObject): HostedTrace {
  if (!isHostedTrace(item)) throw new TypeError(`${item["type"]} is no item of a response.`);
  return item;
}

const blockTypes: ReadonlySet<unknown> = new Set([
  "server_tool_use",
  "mcp_tool_use",
  "mcp_tool_listing",
  "container_upload",
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "mcp_tool_result",
  "advisor_tool_result",
  "fallback",
] satisfies HostedBlock["type"][]);

export function isHostedBlock(block: JsonObject): block is HostedBlock {
  return blockTypes.has(block["type"]);
}
