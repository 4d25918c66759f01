import { ChatFold } from "@portico/contract/streams/chat";
import type { ChatChunk, ChatReply, ChatReplyMessage } from "./contract.ts";
import { streamFactsOf } from "./open-stream.ts";
import { ReplyStream, type StreamFacts } from "./reply-stream.ts";

/**
 * A chat completion as it is generated. Iterate it for its chunks; or await `finalCompletion()`, `finalMessage()` or
 * `text()`, before, while or after you iterate. Leaving the loop early closes the connection and ends the generation.
 *
 * Ends normally only if the service sent a finish reason and the usage. A failure, or a stream that just stops, throws a
 * StreamError.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const stream: ChatStream = await portico.chat.stream({ model: "sandbox/text", messages });
 * for await (const { choices } of stream) console.log(choices[0]?.delta.content);
 * console.log((await stream.finalMessage()).content);
 */
export class ChatStream extends ReplyStream<ChatChunk, ChatReply> {
  /** Reads, in your page, what `toResponse()` sent from your own server. Throws an `ApiError` for an error status. */
  static async fromResponse(answer: Response | Promise<Response>): Promise<ChatStream> {
    return new ChatStream(await streamFactsOf(answer));
  }

  constructor(facts: StreamFacts) {
    super(facts, new ChatFold());
  }

  /** The whole completion, once it is finished. */
  finalCompletion(): Promise<ChatReply> {
    return this.whole();
  }

  /** The whole message, to be sent back as it is: its thoughts are part of it. */
  async finalMessage(): Promise<ChatReplyMessage> {
    return chatMessage(await this.whole());
  }

  /** The whole text, once it is finished. */
  async text(): Promise<string> {
    return chatText(await this.whole());
  }
}

/**
 * The message of a chat completion, to be sent back as it is.
 *
 * @example
 * const messages: ChatMessage[] = [{ role: "user", content: "Hello" }];
 * const completion = await portico.chat.create({ model: "sandbox/text", messages });
 * messages.push(chatMessage(completion), { role: "user", content: "And again?" });
 */
export function chatMessage({ choices }: ChatReply): ChatReplyMessage {
  return choices[0]?.message ?? { role: "assistant", content: null, refusal: null };
}

/**
 * The text of a chat completion; empty where the model only called functions.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * console.log(chatText(await portico.chat.create({ model: "sandbox/text", messages })));
 */
export function chatText(completion: ChatReply): string {
  return chatMessage(completion).content ?? "";
}
