import type { Schema } from "@portico/contract/facts";
import { weightOf } from "../../json/weight.ts";
import type { CallableTool } from "./read-tools.ts";
import type { Echo } from "./reply.ts";

type Request = Schema<"ResponseRequest">;

/**
 * Larger values are not repeated. A stream sends the response three times, so a large request would come back three
 * times as large and wait in memory for a slow reader. Clients in use only need the fields to be there.
 */
const largestWeight = 16 * 1024;

/** The request parameters that the response repeats; the default for a parameter that the request leaves out. */
export function echoOf(body: Request, tools: readonly CallableTool[]): Omit<Echo, "store"> {
  return {
    instructions: small(body.instructions) ?? null,
    metadata: body.metadata ?? {},
    temperature: body.temperature ?? null,
    top_p: body.top_p ?? null,
    presence_penalty: body.presence_penalty ?? null,
    frequency_penalty: body.frequency_penalty ?? null,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    tools: echoedTools(tools),
    tool_choice: body.tool_choice ?? "auto",
    max_output_tokens: body.max_output_tokens ?? null,
    reasoning: small(body.reasoning) ?? null,
    text: { format: { type: "text" }, ...small(body.text) },
    user: body.user ?? null,
    previous_response_id: body.previous_response_id ?? null,
  };
}

function small<Value>(value: Value): Value | undefined {
  return weightOf(value, largestWeight) <= largestWeight ? value : undefined;
}

/** Complete tools; large ones by name only, and none if even the names are large. */
function echoedTools(tools: readonly CallableTool[]): CallableTool[] {
  const whole = tools.map(toEchoedTool);
  const named = () => tools.map(({ type, name }) => toEchoedTool({ type, name }));
  return small(whole) ?? small(named()) ?? [];
}

function toEchoedTool(tool: CallableTool): CallableTool {
  if (tool.type === "custom") {
    const { type, name, description = null, format = { type: "text" } } = tool;
    return { type, name, description, format };
  }
  const { type, name, description, parameters, strict } = tool;
  return {
    type,
    name,
    description: description ?? null,
    parameters: parameters ?? null,
    strict: strict ?? null,
  };
}
