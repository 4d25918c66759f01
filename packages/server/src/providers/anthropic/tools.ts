import type { JsonObject, RespondCall } from "@portico/core/model-call/respond-call";
import type { Conversation } from "../conversation/conversation.ts";
import { callsIn } from "../conversation/messages.ts";
import type { Block } from "./cache-marks.ts";
import type { BlockWriter } from "./content-blocks.ts";
import type { Passed } from "./passed.ts";

interface Tools {
  readonly tools?: Block[];
  readonly tool_choice?: object | undefined;
}

/**
 * The tools of a request: those that the caller runs first, then the others. Calls in the conversation need tools in the request, even
 * when no tool may be called.
 */
export function toTools(
  writer: BlockWriter,
  call: RespondCall,
  conversation: Conversation,
  passed?: Pick<Passed, "tools" | "partOf" | "vendorToolFor" | "ofFunction">,
): Tools {
  const functions = call.tools.map((tool) => {
    const own = passed?.vendorToolFor(tool);
    if (own !== undefined) return { ...own };
    const { name, description, parameters } = tool;
    const fields = { name, description: description || undefined };
    const input_schema = objectSchema(parameters);
    return writer.marked({ ...passed?.ofFunction(tool), ...fields, input_schema }, tool);
  });
  const tools = [
    ...functions,
    ...(passed?.tools ?? []).map((tool) => ({ ...passed?.partOf(tool) })),
  ];
  if (tools.length > 0) return { tools, tool_choice: toToolChoice(call) };

  const former = formerTools(conversation);
  return former.length > 0 ? { tools: former, tool_choice: { type: "none" } } : {};
}

function formerTools({ messages }: Conversation): Block[] {
  const names = messages.flatMap((message) =>
    message.role === "assistant" ? callsIn(message).map((call) => call.name) : [],
  );
  return [...new Set(names)].map((name) => ({ name, input_schema: objectSchema(undefined) }));
}

export function objectSchema(parameters: JsonObject | undefined): JsonObject {
  return parameters?.["type"] === "object"
    ? parameters
    : { properties: {}, ...parameters, type: "object" };
}

function toToolChoice(call: RespondCall): object | undefined {
  if (call.toolChoice === "none") return { type: "none" };

  const oneOnly = call.parallelToolCalls === false ? true : undefined;
  if (call.toolChoice === "auto")
    return oneOnly && { type: "auto", disable_parallel_tool_use: oneOnly };

  return call.toolChoice === "required"
    ? { type: "any", disable_parallel_tool_use: oneOnly }
    : { type: "tool", name: call.toolChoice.name, disable_parallel_tool_use: oneOnly };
}
