import { MessageFold } from "@portico/contract/streams/messages";
import type { MessageEvent, MessageReply, MessageToolUse } from "./contract.ts";
import { streamFactsOf } from "./open-stream.ts";
import { ReplyStream, type StreamFacts } from "./reply-stream.ts";

/**
 * A message as it is generated. Iterate it for its events, which narrow by `type`; or await `finalMessage()`, `text()` or
 * `toolUses()`, before, while or after you iterate. Leaving the loop early closes the connection and ends the generation.
 *
 * Ends normally only if the service sent `message_stop`. A failure, or a stream that just stops, throws a StreamError.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const stream: MessageStream = await portico.messages.stream({ model: "sandbox/text", max_tokens: 500, messages });
 * for await (const piece of stream.textDeltas()) console.log(piece);
 * console.log((await stream.finalMessage()).stop_reason);
 */
export class MessageStream extends ReplyStream<MessageEvent, MessageReply> {
  /** Reads, in your page, what `toResponse()` sent from your own server. Throws an `ApiError` for an error status. */
  static async fromResponse(answer: Response | Promise<Response>): Promise<MessageStream> {
    return new MessageStream(await streamFactsOf(answer));
  }

  constructor(facts: StreamFacts) {
    super(facts, new MessageFold());
  }

  /** The whole message, once it is finished. Send its `content` back as it is: its thoughts are part of it. */
  finalMessage(): Promise<MessageReply> {
    return this.whole();
  }

  /** The whole text, once it is finished. */
  async text(): Promise<string> {
    return messageText(await this.whole());
  }

  /** The calls that the model made, each with its whole input, once all are complete. */
  async toolUses(): Promise<MessageToolUse[]> {
    return toolUsesOf(await this.whole());
  }
}

/**
 * The text of a message; empty where the model only called tools.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * console.log(messageText(await portico.messages.create({ model: "sandbox/text", max_tokens: 500, messages })));
 */
export function messageText({ content }: MessageReply): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/**
 * The calls of tools in a message, each with its whole input.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const message = await portico.messages.create({ model: "sandbox/text", max_tokens: 500, messages });
 * for (const { name, input } of toolUsesOf(message)) console.log(name, input);
 */
export function toolUsesOf({ content }: MessageReply): MessageToolUse[] {
  return content.filter((block) => block.type === "tool_use");
}
