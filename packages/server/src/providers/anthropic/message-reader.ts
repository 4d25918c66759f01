import { isHostedBlock } from "@portico/core/model-call/hosted";
import type { FinishReason, Part, TokenUsage } from "@portico/core/model-call/parts";
import {
  countOf,
  type Fields,
  fieldsOf,
  listOf,
  mostCounted,
  positive,
  textOf,
} from "../../json/json-shape.ts";
import { refusalInside } from "../../upstream/read-upstream-error.ts";
import { callPart, holdsError, malformed, pushText } from "../wire/answer-parts.ts";
import type { AnswerReader } from "../wire/answer-reader.ts";
import { UnreadKinds } from "../wire/unread-kinds.ts";
import { OwnBlocks } from "./own-blocks.ts";
import { OpenThought } from "./thought-block.ts";

type Scrub = (text: string) => string;

interface OpenCall {
  readonly key: string;
  /** The first content of the block: all of the arguments, where no delta follows. */
  readonly input: unknown;
  hasDelta: boolean;
}

/** Reads https://docs.claude.com/en/docs/build-with-claude/streaming and the plain message. */
export class MessageReader implements AnswerReader {
  readonly #scrub: Scrub;
  readonly #open = new Map<unknown, OpenCall>();
  readonly #thoughts = new Map<unknown, OpenThought>();
  readonly #own: OwnBlocks | undefined;
  #usage: Fields = {};
  /** Of summaries of the context, which the usage itself leaves out. */
  #compactions: readonly Fields[] = [];
  #reason: string | undefined;
  #stopSequence: string | undefined;
  readonly #unread = new UnreadKinds();

  /** `isOwnWire`: the caller reads what only this vendor's blocks say. */
  constructor(scrub: Scrub, isOwnWire: boolean) {
    this.#scrub = scrub;
    if (isOwnWire) this.#own = new OwnBlocks();
  }

  event(event: unknown, parts: Part[]): void {
    const told = fieldsOf(event);
    switch (told["type"]) {
      case "content_block_delta":
        this.#add(told["index"], fieldsOf(told["delta"]), parts);
        break;
      case "content_block_start":
        this.#begin(told["index"], fieldsOf(told["content_block"]), parts);
        break;
      case "content_block_stop":
        this.#close(told["index"], parts);
        break;
      case "message_start":
        this.#takeUsage(fieldsOf(told["message"])["usage"], parts);
        break;
      case "message_delta":
        this.#reason = textOf(fieldsOf(told["delta"])["stop_reason"]) ?? this.#reason;
        this.#stopSequence = textOf(fieldsOf(told["delta"])["stop_sequence"]);
        this.#takeUsage(told["usage"], parts);
        break;
      case "message_stop":
        parts.push(this.#finish(this.#reason, this.#stopSequence));
        break;
      default:
        this.#refuseError(told);
    }
  }

  whole(body: unknown, parts: Part[]): void {
    const message = fieldsOf(body);
    this.#refuseError(message);
    if (!Array.isArray(message["content"]))
      throw malformed("The provider's reply holds no message.");

    for (const [index, block] of listOf(message["content"]).entries()) {
      this.#begin(index, fieldsOf(block), parts);
      this.#close(index, parts);
    }
    this.#takeUsage(message["usage"], parts);
    parts.push(this.#finish(textOf(message["stop_reason"]), textOf(message["stop_sequence"])));
  }

  /** A message, or an event. */
  used(parts: Part[], said?: unknown): void {
    const fields = fieldsOf(said);
    const usage = fields["usage"] ?? fieldsOf(fields["message"])["usage"];
    if (usage !== undefined) this.#takeUsage(usage, parts);
  }

  #refuseError(told: Fields): void {
    if (told["type"] === "error" || holdsError(told)) throw refusalInside(told, this.#scrub);
  }

  #begin(index: unknown, block: Fields, parts: Part[]): void {
    this.#own?.begin(index, block);
    if (block["type"] === "text") this.#text(index, block["text"], parts);
    else if (block["type"] === "thinking" || block["type"] === "redacted_thinking") {
      this.#thoughts.set(index, new OpenThought(block));
      pushText(parts, "reasoning", block["thinking"]);
    } else if (block["type"] === "tool_use") {
      const key = String(index);
      this.#open.set(index, { key, input: block["input"], hasDelta: false });
      parts.push(callPart(key, block["name"], block["id"]));
    } else if (this.#own === undefined || !isHostedBlock(block)) this.#unread.add(block["type"]);
  }

  #finish(reason: string | undefined, stopSequence: string | undefined): Part {
    const isNamed = reason === "stop_sequence" && stopSequence !== undefined;
    const { notice } = this.#unread;
    return {
      type: "finish",
      reason: finishOf(reason),
      ...(isNamed && { stopSequence }),
      ...notice,
    };
  }

  #add(index: unknown, delta: Fields, parts: Part[]): void {
    this.#own?.add(index, delta);
    if (delta["type"] === "text_delta") this.#text(index, delta["text"], parts);
    else if (delta["type"] === "thinking_delta") {
      this.#thoughts.get(index)?.add(textOf(delta["thinking"]) ?? "");
      pushText(parts, "reasoning", delta["thinking"]);
    } else if (delta["type"] === "signature_delta")
      this.#thoughts.get(index)?.sign(delta["signature"]);
    else if (delta["type"] === "input_json_delta") {
      // The input of a tool that the upstream runs itself belongs to no open call of the caller's.
      const call = this.#open.get(index);
      const text = textOf(delta["partial_json"]);
      if (call !== undefined && text !== undefined) {
        call.hasDelta = true;
        parts.push({ type: "arguments", key: call.key, delta: text });
      }
    }
  }

  #text(index: unknown, text: unknown, parts: Part[]): void {
    if (this.#own === undefined) pushText(parts, "text", text);
    else this.#own.text(index, text, parts);
  }

  #close(index: unknown, parts: Part[]): void {
    this.#own?.close(index, parts);
    const carrier = this.#thoughts.get(index)?.carrier();
    this.#thoughts.delete(index);
    if (carrier !== undefined) parts.push({ type: "carrier", carrier });

    const call = this.#open.get(index);
    this.#open.delete(index);
    if (call !== undefined && !call.hasDelta)
      parts.push({ type: "arguments", key: call.key, delta: JSON.stringify(call.input ?? {}) });
  }

  #takeUsage(told: unknown, parts: Part[]): void {
    // A later event repeats only what has changed.
    this.#usage = { ...this.#usage, ...countsIn(fieldsOf(told)) };
    const iterations = listOf(fieldsOf(told)["iterations"]).map(fieldsOf);
    if (iterations.length > 0)
      this.#compactions = iterations.filter(({ type }) => type === "compaction");

    if (countOf(this.#usage["input_tokens"]) !== undefined) {
      const usage = this.#compactions.map(toUsage).reduce(together, toUsage(this.#usage));
      parts.push({ type: "usage", usage });
    }
  }
}

function finishOf(reason: string | undefined): FinishReason {
  switch (reason) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "content_filter";
    case "pause_turn":
      return "pause";
    default:
      return "stop";
  }
}

/** The known counts of an answer's usage; an upstream may send more. */
const counts = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
  "output_tokens_details",
  "server_tool_use",
] as const;

function countsIn(fields: Fields): Fields {
  return Object.fromEntries(
    counts.flatMap((name) => (fields[name] == null ? [] : [[name, fields[name]]])),
  );
}

/** The dialect counts input that was read from and written to the cache apart from other input. */
function toUsage(usage: Fields): TokenUsage {
  const cached = countOf(usage["cache_read_input_tokens"]) ?? 0;
  const written = countOf(usage["cache_creation_input_tokens"]) ?? 0;
  return {
    inputTokens: (countOf(usage["input_tokens"]) ?? 0) + cached + written,
    outputTokens: countOf(usage["output_tokens"]) ?? 0,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    ...positive(
      "hourCacheWriteTokens",
      fieldsOf(usage["cache_creation"])["ephemeral_1h_input_tokens"],
    ),
    reasoningTokens: countOf(fieldsOf(usage["output_tokens_details"])["thinking_tokens"]) ?? 0,
    ...toToolCalls(fieldsOf(usage["server_tool_use"])),
  };
}

function toToolCalls(used: Fields): Pick<TokenUsage, "toolCalls"> {
  const searches = countOf(used["web_search_requests"]) ?? 0;
  const fetches = countOf(used["web_fetch_requests"]) ?? 0;
  if (searches === 0 && fetches === 0) return {};
  return { toolCalls: { web_search: searches, web_fetch: fetches } };
}

/** https://platform.claude.com/docs/en/build-with-claude/compaction#understanding-usage */
function together(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum = (name: Exclude<keyof TokenUsage, "billed" | "serviceTier" | "toolCalls">) =>
    Math.min((one[name] ?? 0) + (other[name] ?? 0), mostCounted);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cachedInputTokens: sum("cachedInputTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    ...positive("hourCacheWriteTokens", sum("hourCacheWriteTokens")),
    reasoningTokens: sum("reasoningTokens"),
    ...(one.toolCalls !== undefined && { toolCalls: one.toolCalls }),
  };
}
