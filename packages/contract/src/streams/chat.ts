import { isRecord } from "../is-record.ts";
import type { CallSoFar, Failure, Fold, Schema, Step } from "./fold.ts";

type ChatChunk = Schema<"ChatChunk">;
type ChatReply = Schema<"ChatReply">;
type Detail = Schema<"ChatReasoningDetail">;

/** Builds a chat completion from the chunks of its stream, thoughts and calls included. */
export class ChatFold implements Fold<ChatChunk, ChatReply> {
  text = "";
  finished: ChatReply | null = null;
  thoughts = "";
  readonly #details: Detail[] = [];
  readonly #calls: Schema<"ChatToolCall">[] = [];
  #finish: ChatReply["choices"][number]["finish_reason"] | undefined;

  get calls(): readonly CallSoFar[] {
    return Object.values(this.#calls).map((call) => {
      if (call.type === "function") return { id: call.id, ...call.function };
      const { name, input } = call.custom;
      return { id: call.id, name, arguments: input, isCustom: true };
    });
  }

  take(data: unknown): Step<ChatChunk> {
    if (!isRecord(data)) return {};
    const failure = failureIn(data["error"]);
    return isChunk(data) ? { event: data, piece: this.#add(data), failure } : { failure };
  }

  #add(chunk: ChatChunk): string | null {
    const { delta = {}, finish_reason: reason } = chunk.choices[0] ?? {};
    const { content = "", reasoning = "", reasoning_details = [], tool_calls = [] } = delta;
    this.text += content;
    this.thoughts += reasoning;
    for (const piece of reasoning_details)
      this.#details[piece.index] = joined(this.#details[piece.index], piece);
    for (const piece of tool_calls) this.#addCall(piece);
    if (reason && reason !== "error") this.#finish = reason;
    // The finish reason and the usage may come in one chunk or in two.
    if (this.#finish && chunk.usage) this.finished = this.#reply(chunk, chunk.usage, this.#finish);
    return content || null;
  }

  #addCall(piece: Schema<"ChatToolCallDelta">): void {
    const call = this.#calls[piece.index];
    if (call?.type === "function" && "function" in piece)
      call.function.arguments += piece.function.arguments;
    else if (call?.type === "custom" && "custom" in piece) call.custom.input += piece.custom.input;
    else if (call === undefined && "id" in piece) {
      const { index, ...begun } = structuredClone(piece);
      this.#calls[index] = begun;
    }
  }

  #reply(
    chunk: ChatChunk,
    usage: ChatReply["usage"],
    finish_reason: ChatReply["choices"][number]["finish_reason"],
  ): ChatReply {
    // Indexes that never came are holes in the arrays, which Object.values skips.
    const tool_calls = Object.values(this.#calls);
    const reasoning_details = Object.values(this.#details);
    const hasCalls = tool_calls.length > 0;
    const message = {
      role: "assistant" as const,
      content: hasCalls ? this.text || null : this.text,
      refusal: null,
      ...(this.thoughts && { reasoning: this.thoughts }),
      ...(reasoning_details.length > 0 && { reasoning_details }),
      ...(hasCalls && { tool_calls }),
    };
    return {
      ...chunk,
      object: "chat.completion",
      system_fingerprint: null,
      choices: [{ index: 0, message, finish_reason, logprobs: null }],
      usage,
    };
  }
}

/** The pieces of an entry have one index: its texts add up, and the signature comes once. */
function joined(before: Detail | undefined, piece: Detail): Detail {
  if (before?.type === "reasoning.text" && piece.type === "reasoning.text")
    return { ...before, ...piece, text: (before.text ?? "") + (piece.text ?? "") };
  if (before?.type === "reasoning.summary" && piece.type === "reasoning.summary")
    return { ...before, summary: before.summary + piece.summary };
  return piece;
}

function isChunk(data: object): data is ChatChunk {
  return "choices" in data && Array.isArray(data.choices);
}

function failureIn(error: unknown): Failure | null {
  if (!isRecord(error)) return null;
  const { message, metadata } = error;
  const kind = isRecord(metadata) ? metadata["error_type"] : null;
  return { message: String(message), code: typeof kind === "string" ? kind : null };
}
