import type { Schema } from "@portico/contract";
import type { Stop } from "./stop.ts";

type Chunk = Schema<"ChatChunk">;
type Delta = Schema<"ChatDelta">;

/** What one chunk brings: `delta.content` and `"Bon"`. */
export function chunkStop(text: string): Stop {
  if (text === "[DONE]") return { name: "[DONE]", detail: "the stream is over" };
  const event: Schema<"ChatStreamEvent"> = JSON.parse(text);
  if (!("choices" in event)) return { name: "error", detail: event.error.message };
  const [choice] = event.choices;
  if (choice?.finish_reason) return ending(event, choice.finish_reason);
  return stopOf(choice?.delta ?? {});
}

function ending({ usage, error }: Chunk, reason: string): Stop {
  const tokens = usage === undefined ? "" : `, usage: ${usage.total_tokens} tokens`;
  const name = error === undefined ? "finish_reason" : "finish_reason, error";
  return { name, detail: `${reason}${error === undefined ? tokens : `: ${error.message}`}` };
}

function stopOf({
  role,
  content = "",
  reasoning = "",
  reasoning_details,
  tool_calls,
}: Delta): Stop {
  if (role !== undefined) return { name: "delta.role", detail: `${role}, content ""` };
  const [call] = tool_calls ?? [];
  const [thought] = reasoning_details ?? [];
  const isSealed = thought !== undefined && ("signature" in thought || "data" in thought);
  if (call !== undefined) return callStop(call, isSealed);
  if (thought === undefined) return { name: "delta.content", detail: JSON.stringify(content) };
  return {
    name: `delta.reasoning_details[${thought.index}]`,
    detail: isSealed ? "sealed thought" : JSON.stringify(reasoning),
  };
}

function callStop(call: Schema<"ChatToolCallDelta">, isSealed: boolean): Stop {
  const what = "id" in call ? `${call.function.name}, id ${call.id}` : call.function.arguments;
  const also = isSealed ? ", with its sealed thought" : "";
  return { name: `delta.tool_calls[${call.index}]`, detail: `${what}${also}` };
}
