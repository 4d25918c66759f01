import type { Schema } from "@portico/contract/facts";
import type { JsonObject, PassThrough } from "../../model-call/respond-call.ts";

type Request = Schema<"ResponseRequest">;
type Tool = NonNullable<Request["tools"]>[number] & JsonObject;

/** The vendor that runs the tools of this wire. */
export const family = "openai";

const types =
  /^(?:file_search|code_interpreter|image_generation|mcp|web_search(?:_preview)?(?:_\d{4}_\d\d_\d\d)?)$/;

/** Whether a tool runs at the vendor. A server that asks before each call does not: its questions could not be answered here. */
export function isHosted(tool: Tool): boolean {
  return types.test(tool.type) && (tool.type !== "mcp" || tool["require_approval"] === "never");
}

/** Those of the tools that may be called. */
export function hostedTools({ tools, tool_choice: choice }: Request): JsonObject[] {
  const hosted: JsonObject[] = (tools ?? []).flatMap((tool) =>
    isHosted(tool) ? [{ ...tool }] : [],
  );
  if (typeof choice !== "object" || choice?.type !== "allowed_tools") return hosted;
  const allowed: readonly JsonObject[] = choice.tools;
  return hosted.filter((tool) =>
    allowed.some(
      ({ type, server_label: label }) => type === tool["type"] && label === tool["server_label"],
    ),
  );
}

/** What only the vendor that runs these tools can read; undefined where there is none of them. */
export function passThroughOf(
  body: Request & JsonObject,
  tools: readonly JsonObject[],
  isForced: boolean,
): PassThrough | undefined {
  if (tools.length === 0) return undefined;
  const include = (body.include ?? []).filter((name) => name !== "reasoning.encrypted_content");
  const { max_tool_calls: most } = body;
  return {
    family,
    headers: {},
    fields: {
      ...(include.length > 0 && { include }),
      ...(typeof most === "number" && { max_tool_calls: most }),
      ...(isForced && { tool_choice: "required" }),
    },
    tools,
  };
}
