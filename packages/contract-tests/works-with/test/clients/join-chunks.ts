import type OpenAI from "openai";

interface Detail {
  readonly index: number;
  text?: string;
  [field: string]: unknown;
}

/** What a chunk may hold beside what the library's types name. */
interface Delta extends OpenAI.ChatCompletionChunk.Choice.Delta {
  readonly reasoning?: string;
  readonly reasoning_details?: readonly Detail[];
}

/** The message of a stream, as a program joins it that merges all pieces by their index. */
export async function joined(
  chunks: AsyncIterable<OpenAI.ChatCompletionChunk>,
): Promise<OpenAI.ChatCompletionMessage> {
  let content = "";
  const calls: Call[] = [];
  const details: Detail[] = [];
  for await (const { choices } of chunks) {
    const delta: Delta = choices[0]?.delta ?? {};
    content += delta.content ?? "";
    for (const piece of delta.reasoning_details ?? []) joinDetail(details, piece);
    for (const piece of delta.tool_calls ?? []) joinCall(calls, piece);
  }
  return {
    ...{ role: "assistant", content, refusal: null },
    ...(details.length > 0 && { reasoning_details: details }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

type Call = OpenAI.ChatCompletionMessageFunctionToolCall;
type CallPiece = OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall;

function joinCall(calls: Call[], { index, id = "", function: called = {} }: CallPiece): void {
  const name = called.name ?? "";
  calls[index] ??= { id, type: "function", function: { name, arguments: "" } };
  calls[index].function.arguments += called.arguments ?? "";
}

function joinDetail(details: Detail[], piece: Detail): void {
  const before = details[piece.index];
  const text = (before?.text ?? "") + (piece.text ?? "");
  details[piece.index] = { ...before, ...piece, ...(text !== "" && { text }) };
}
