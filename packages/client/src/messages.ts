import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { MessageConversation, MessageReply, MessageRequest, Schema } from "./contract.ts";
import { MessageStream } from "./message-stream.ts";
import {
  type MessageToolLoopOptions,
  type MessageToolLoopReply,
  type MessageToolLoopRequest,
  runMessageTools,
} from "./message-tools.ts";
import { opened, streamed } from "./open-stream.ts";
import type { PendingCall } from "./pending-call.ts";

/**
 * The argument of `messages.create` and `messages.stream`: the contract's request without the field that the client sets,
 * and without the one field that may only be null.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const request: MessagesRequest = { model: "sandbox/text", max_tokens: 500, messages };
 * const message = await portico.messages.create(request);
 */
export interface MessagesRequest extends Omit<MessageRequest, "stream" | "thread"> {}

/**
 * Messages in Anthropic's format, which are in preview: `portico.messages`.
 *
 * @example
 * const answer = async (messages: Messages, content: string) =>
 *   messageText(await messages.create({ model: "sandbox/text", max_tokens: 500, messages: [{ role: "user", content }] }));
 * console.log(await answer(portico.messages, "Hello"));
 */
export interface Messages {
  /** The whole message in one piece. */
  create(request: MessagesRequest, call?: CallOptions): PendingCall<MessageReply>;
  /** The message as it is generated. */
  stream(request: MessagesRequest, call?: CallOptions): PendingCall<MessageStream>;
  /** Lets the model call your functions until it answers. */
  runTools(
    request: MessageToolLoopRequest,
    options?: MessageToolLoopOptions,
  ): Promise<MessageToolLoopReply>;
  /** An estimate of the input tokens, which costs nothing. */
  countTokens(
    request: MessageConversation,
    call?: CallOptions,
  ): PendingCall<Schema<"MessagesTokenCount">>;
}

/**
 * `portico.messages` alone.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const { id } = await createMessages(connect()).create({ model: "sandbox/text", max_tokens: 500, messages });
 */
export function createMessages({ raw: { POST }, init, idleTimeoutMs }: Connection): Messages {
  const create: Messages["create"] = (body, call) => {
    const reply = POST("/messages", { body: { ...body, stream: false }, ...init(call) });
    // openapi-fetch leaves fields that are always null out of its types.
    return pending(reply) as PendingCall<MessageReply>;
  };
  return {
    create,
    stream: (request, call) => {
      const body = { ...request, stream: true };
      return opened(
        POST("/messages", { body, ...streamed(init(call)) }),
        (facts) => new MessageStream(facts),
        idleTimeoutMs,
      );
    },
    runTools: (request, loop = {}) => runMessageTools(create, request, loop),
    countTokens: (body, call) => pending(POST("/messages/count_tokens", { body, ...init(call) })),
  };
}
