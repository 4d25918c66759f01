import type { RespondCall } from "@portico/core/model-call/respond-call";
import {
  argumentsOf,
  type Conversation,
  hasCalls,
  plainText,
  turnGoingOn,
} from "../conversation/conversation.ts";
import type {
  AssistantEntry,
  AssistantMessage,
  CallTurn,
  Message,
  NamedResult,
  UserMessage,
} from "../conversation/messages.ts";
import { said } from "../conversation/messages.ts";
import type { CachePoints } from "./cache-points.ts";
import { ConverseContent } from "./converse-content.ts";
import { isClaude, reasoningContent } from "./reasoning-content.ts";

/** Writes the messages of one request. */
export class ConverseMessages {
  readonly #points: CachePoints;
  readonly #content: ConverseContent;
  readonly #messages: readonly Message[];
  /** The dialect cannot forbid calls, so without tools earlier calls are written as text. */
  readonly #tells: boolean;
  readonly #thoughtful: ReadonlySet<Message>;

  constructor(call: RespondCall, conversation: Conversation, points: CachePoints) {
    this.#points = points;
    this.#content = new ConverseContent(points);
    this.#messages = conversation.messages;
    this.#tells = hasCalls(conversation) && (call.tools.length === 0 || call.toolChoice === "none");
    this.#thoughtful = thoughtfulIn(conversation, call.model, this.#tells);
  }

  all(): { readonly role: string; readonly content: object[] }[] {
    return this.#messages.map((message, index) => ({
      role: message.role,
      content:
        message.role === "user"
          ? this.#user(message)
          : this.#assistant(message, index === this.#messages.length - 1),
    }));
  }

  #user(message: UserMessage): object[] {
    const results = message.results.flatMap((result) => this.#result(result));
    return [...results, ...this.#content.blocks(message.content)];
  }

  #result(result: NamedResult): object[] {
    if (this.#tells) {
      const text = `Result of ${result.name} (${result.callId}):\n${plainText(result.output)}`;
      return this.#points.after({ text }, result.cache);
    }
    const content = this.#content.unmarkedBlocks(result.output);
    const status = result.isError ? "error" : "success";
    const block = { toolResult: { toolUseId: result.callId, content, status } };
    // Within a result the dialect has no points.
    const inner = said(result.output).findLast((part) => part.cache)?.cache;
    return this.#points.after(block, result.cache ?? inner);
  }

  /** A started answer must not end in white space, and no text may be only white space. */
  #assistant(message: AssistantMessage, isStarted: boolean): object[] {
    const thinks = this.#thoughtful.has(message);
    return message.entries.flatMap((entry, index) => {
      const trims = isStarted && index === message.entries.length - 1;
      return entry.type === "thought" && !thinks ? [] : this.#entry(entry, trims);
    });
  }

  #entry(entry: AssistantEntry, trimsEnd: boolean): object[] {
    switch (entry.type) {
      case "thought": {
        const block = reasoningContent(entry);
        return block === undefined ? [] : [block];
      }
      case "call":
        return this.#points.after(this.#call(entry), entry.cache);
      case "text": {
        const text = trimsEnd ? entry.text.trimEnd() : entry.text;
        return text.trim() === "" ? [] : this.#points.after({ text }, entry.cache);
      }
      default:
        return [];
    }
  }

  #call(call: CallTurn): object {
    return this.#tells
      ? { text: `Called ${call.name} (${call.callId}) with ${call.arguments.trim() || "{}"}` }
      : {
          toolUse: {
            toolUseId: call.callId,
            name: call.name,
            input: argumentsOf(call),
          },
        };
  }
}

/**
 * The messages whose thoughts are written. Claude accepts all, as long as the calls and texts behind them are
 * unchanged. Some other models refuse those of earlier turns, and none needs them.
 */
function thoughtfulIn(
  conversation: Conversation,
  model: string,
  tells: boolean,
): ReadonlySet<Message> {
  if (tells) return new Set();

  return new Set(isClaude(model) ? conversation.messages : turnGoingOn(conversation));
}
