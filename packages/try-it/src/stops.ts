import type { Schema, StreamEvent } from "@portico/contract";
import { isRecord } from "@portico/contract/is-record";
import { jsonOf } from "./plan.ts";

/** One event of a stream in a drawing: its name, and what it brings in a few words. */
export interface Stop {
  readonly name: string;
  readonly detail: string;
}

/** As the drawings of the guides name events. A stream of another kind is shown by its events' types. */
const readers: Readonly<Record<string, (data: string) => Stop>> = {
  StreamEvent: responseStop,
  ChatStreamEvent: chunkStop,
  MessageStreamEvent: messageStop,
};

/** The name of one event and what it brings. What arrives may be anything: nothing is taken for granted here. */
export function stopOf(schema: string, data: string): Stop {
  if (data === "[DONE]") return { name: "[DONE]", detail: "" };
  const event = jsonOf(data);
  if (!isRecord(event)) return { name: "not JSON", detail: data.slice(0, 200) };
  try {
    const { name, detail } = readers[schema]?.(data) ?? { name: event["type"], detail: "" };
    return { name: String(name ?? "event"), detail };
  } catch {
    return { name: String(event["type"] ?? "event"), detail: "" };
  }
}

/** What the contract says of an event: `delta.tool_calls[0]` and `finish_reason, error` have parts that it does not. */
export function meaningOf(meanings: Readonly<Record<string, string>>, name: string): string {
  const [plain = ""] = name.replace(/\[\d+\]$/, "").split(", ");
  return meanings[name] ?? meanings[plain] ?? "";
}

/** One event of a response's stream: its type, and what it brings. */
export function responseStop(text: string): Stop {
  const event: StreamEvent = JSON.parse(text);
  return { name: event.type, detail: detailOf(event) };
}

function detailOf(event: StreamEvent): string {
  if ("delta" in event) return `delta ${JSON.stringify(event.delta)}`;
  if ("item" in event) return itemDetail(event.item);
  if ("arguments" in event) return `arguments ${event.arguments}`;
  if ("input" in event) return `input ${JSON.stringify(event.input)}`;
  if ("response" in event) return responseDetail(event.response);
  if ("message" in event) return String(event.message);
  if ("text" in event) return `text ${JSON.stringify(event.text)}`;
  if ("part" in event) return `part ${event.part.type} ${JSON.stringify(event.part.text)}`;
  return "";
}

function itemDetail(item: Extract<StreamEvent, { item: unknown }>["item"]): string {
  const name = "name" in item ? ` ${item.name}` : "";
  const status = "status" in item && item.status ? `, ${item.status}` : "";
  return `${item.type}${name}${status}`;
}

function responseDetail(response: Extract<StreamEvent, { response: unknown }>["response"]): string {
  const usage = response.usage ? `, ${response.usage.total_tokens} tokens` : "";
  return `status ${response.status}${usage}`;
}

type Chunk = Schema<"ChatChunk">;
type Delta = Schema<"ChatDelta">;

/** What one chunk brings: `delta.content` and `"Bon"`. */
export function chunkStop(text: string): Stop {
  if (text === "[DONE]") return { name: "[DONE]", detail: "the stream is over" };
  const event: Schema<"ChatStreamEvent"> = JSON.parse(text);
  if (!("choices" in event)) return { name: "error", detail: event.error.message };
  const [choice] = event.choices;
  if (choice?.finish_reason) return ending(event, choice.finish_reason);
  return deltaStop(choice?.delta ?? {});
}

function ending({ usage, error }: Chunk, reason: string): Stop {
  const tokens = usage === undefined ? "" : `, usage: ${usage.total_tokens} tokens`;
  const name = error === undefined ? "finish_reason" : "finish_reason, error";
  return { name, detail: `${reason}${error === undefined ? tokens : `: ${error.message}`}` };
}

function deltaStop({
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
  const called = "custom" in call ? call.custom : call.function;
  const piece = "input" in called ? called.input : called.arguments;
  const what = "id" in call && "name" in called ? `${called.name}, id ${call.id}` : piece;
  const also = isSealed ? ", with its sealed thought" : "";
  return { name: `delta.tool_calls[${call.index}]`, detail: `${what}${also}` };
}

type Event = Schema<"MessageStreamEvent">;

/** One event of a message's stream: its type, and what it brings. */
export function messageStop(text: string): Stop {
  const event: Event = JSON.parse(text);
  return { name: event.type, detail: messageDetail(event) };
}

function messageDetail(event: Event): string {
  switch (event.type) {
    case "message_start":
      return `${event.message.model}, ${event.message.usage.input_tokens} input tokens`;
    case "content_block_start":
      return `block ${event.index}, ${blockDetail(event.content_block)}`;
    case "content_block_delta":
      return `block ${event.index}, ${deltaDetail(event.delta)}`;
    case "content_block_stop":
      return `block ${event.index}`;
    case "message_delta":
      return `stop_reason ${event.delta.stop_reason}, ${event.usage.output_tokens} output tokens`;
    case "message_stop":
      return "the stream is over";
    case "error":
      return `${event.error.type}: ${event.error.message}`;
    case "ping":
      return "to be ignored";
  }
}

function blockDetail(block: Schema<"MessagesReplyBlock">): string {
  return block.type === "tool_use" ? `tool_use ${block.name}, input {}` : block.type;
}

function deltaDetail(delta: Schema<"MessagesBlockDelta">): string {
  switch (delta.type) {
    case "text_delta":
      return `text_delta ${JSON.stringify(delta.text)}`;
    case "thinking_delta":
      return `thinking_delta ${JSON.stringify(delta.thinking)}`;
    case "input_json_delta":
      return `input_json_delta ${JSON.stringify(delta.partial_json)}`;
    case "signature_delta":
      return "signature_delta, the sealed thought";
    case "citations_delta":
      return "citations_delta, a source";
  }
}
