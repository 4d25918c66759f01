import type { Schema } from "@portico/contract/facts";
import type { JsonObject, PassThrough, Turn } from "../../model-call/respond-call.ts";

type Request = Schema<"ResponseRequest">;
type Tool = NonNullable<Request["tools"]>[number] & JsonObject;

/** The vendor that runs the tools of this wire. */
export const family = "openai";

const types =
  /^(?:file_search|code_interpreter|image_generation|mcp|computer(?:_use_preview)?|web_search(?:_preview)?(?:_\d{4}_\d\d_\d\d)?)$/;

/**
 * Whether a tool is the vendor's: it runs there, or is a computer of the caller's. A server that asks before each call is none: its
 * questions could not be answered here.
 */
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

/** What only the vendor of these tools can read; undefined where there is none of it. */
export function passThroughOf(
  body: Request & JsonObject,
  tools: readonly JsonObject[],
  isForced: boolean,
): PassThrough | undefined {
  if (tools.length === 0) return isOwn(body) ? { family, headers: {}, fields: {} } : undefined;
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

type Item = Exclude<Request["input"], string>[number];
type Trace = Schema<"HostedToolTrace">;

/** Whether it is text and nothing else. Others hold pictures, or names of what is in an account. */
const traces: Readonly<Record<Trace["type"], boolean>> = {
  web_search_call: true,
  file_search_call: true,
  tool_search_call: true,
  tool_search_output: true,
  mcp_list_tools: true,
  mcp_call: true,
  computer_call: true,
  computer_call_output: false,
  code_interpreter_call: false,
  image_generation_call: false,
};

export function isTrace(item: Item): item is Trace {
  return typeof item.type === "string" && Object.hasOwn(traces, item.type);
}

/** Whether the conversation has what its vendor alone may read. */
function isOwn({ input }: Request): boolean {
  return typeof input !== "string" && input.some((item) => isTrace(item) || isCompaction(item));
}

export function isCompaction(item: Item): item is Schema<"CompactionItem"> {
  return item.type === "compaction" || item.type === "compaction_summary";
}

/** A trace for the vendor that knows it: in the conversation the model has said it. */
export function turnOfTrace(item: Trace & JsonObject, place: string): Turn {
  const isPlain = traces[item.type] && ({ isPlain: true } as const);
  const isOwn = isShot(item) && ({ isOwn: true } as const);
  const part = {
    type: "foreign",
    family,
    block: { ...item },
    place,
    ...isPlain,
    ...isOwn,
  } as const;
  return { type: "message", role: "assistant", content: [part] };
}

/** A picture of the caller's own, which names no file of the account. */
function isShot({ type, output }: JsonObject): boolean {
  return type === "computer_call_output" && Object(output)["file_id"] == null;
}
