import type { Schema } from "@portico/contract";

type Delta = Schema<"ChatDelta">;
type Message = Schema<"ChatReplyMessage">;
type Detail = Schema<"ChatReasoningDetail">;
type Call = Schema<"ChatFunctionToolCall">;

/** The message that a reader of a chat stream puts together: texts are appended, entries of one index are one. */
export function mergedMessage(deltas: readonly Delta[]): Message {
  const content = deltas.map((delta) => delta.content ?? "").join("");
  const reasoning = deltas.map((delta) => delta.reasoning ?? "").join("");
  const details = mergedDetails(deltas.flatMap((delta) => delta.reasoning_details ?? []));
  const calls = mergedCalls(deltas.flatMap((delta) => delta.tool_calls ?? []));
  return {
    role: "assistant",
    content: content === "" && calls.length > 0 ? null : content,
    refusal: null,
    ...(reasoning !== "" && { reasoning }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function mergedDetails(pieces: readonly Detail[]): Detail[] {
  const entries: Detail[] = [];
  for (const piece of pieces) entries[piece.index] = joined(entries[piece.index], piece);
  return entries;
}

function joined(known: Detail | undefined, piece: Detail): Detail {
  if (known?.type === "reasoning.text" && piece.type === "reasoning.text")
    return piece.text === undefined
      ? { ...known, ...piece }
      : { ...known, text: `${known.text ?? ""}${piece.text}` };
  if (known?.type === "reasoning.summary" && piece.type === "reasoning.summary")
    return { ...known, summary: known.summary + piece.summary };
  return piece;
}

function mergedCalls(pieces: readonly Schema<"ChatToolCallDelta">[]): Call[] {
  const calls: Call[] = [];
  for (const { index, ...piece } of pieces) {
    if (!("function" in piece)) continue;
    const open = calls[index];
    if ("id" in piece) calls[index] = { ...piece, function: { ...piece.function } };
    else if (open !== undefined) open.function.arguments += piece.function.arguments;
  }
  return calls;
}
