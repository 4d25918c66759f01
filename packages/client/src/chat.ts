import { type CallOptions, pending } from "./call.ts";
import { ChatStream, chatText } from "./chat-stream.ts";
import {
  type ChatToolLoopOptions,
  type ChatToolLoopReply,
  type ChatToolLoopRequest,
  runChatTools,
} from "./chat-tools.ts";
import type { Connection } from "./connection.ts";
import type { ChatReply, ChatRequest } from "./contract.ts";
import { opened, streamed } from "./open-stream.ts";
import type { PendingCall } from "./pending-call.ts";
import { formOf, type Parsed, type ParseOptions, parseText } from "./structured.ts";

/**
 * The argument of `chat.create` and `chat.stream`: the contract's request without the fields that the client sets.
 *
 * @example
 * const request: ChatCompletionRequest = { model: "sandbox/text", messages: [{ role: "user", content: "Hello" }] };
 * const completion = await portico.chat.create(request);
 */
export interface ChatCompletionRequest extends Omit<ChatRequest, "stream" | "stream_options"> {}

/**
 * Chat completions, which are in preview: `portico.chat`.
 *
 * @example
 * const answer = async (chat: Chat, content: string) =>
 *   chatText(await chat.create({ model: "sandbox/text", messages: [{ role: "user", content }] }));
 * console.log(await answer(portico.chat, "Hello"));
 */
export interface Chat {
  /** The whole completion in one piece. */
  create(request: ChatCompletionRequest, call?: CallOptions): PendingCall<ChatReply>;
  /** The completion as it is generated. */
  stream(request: ChatCompletionRequest, call?: CallOptions): PendingCall<ChatStream>;
  /** A value of the form that a schema says, checked: throws a `ParseError` where the model wrote something else. */
  parse<Output>(
    request: ChatCompletionRequest,
    options: ParseOptions<Output>,
  ): Promise<Parsed<Output, ChatReply>>;
  /** Lets the model call your functions until it answers. */
  runTools(request: ChatToolLoopRequest, options?: ChatToolLoopOptions): Promise<ChatToolLoopReply>;
}

/**
 * `portico.chat` alone.
 *
 * @example
 * const messages = [{ role: "user" as const, content: "Hello" }];
 * const { id } = await createChat(connect()).create({ model: "sandbox/text", messages });
 */
export function createChat({ raw: { POST }, init, idleTimeoutMs }: Connection): Chat {
  const create: Chat["create"] = (body, call) => {
    const reply = POST("/chat/completions", { body: { ...body, stream: false }, ...init(call) });
    // openapi-fetch leaves fields that are always null out of its types.
    return pending(reply) as PendingCall<ChatReply>;
  };
  return {
    create,
    stream: (request, call) => {
      const body = { ...request, stream: true };
      return opened(
        POST("/chat/completions", { body, ...streamed(init(call)) }),
        (facts) => new ChatStream(facts),
        idleTimeoutMs,
      );
    },
    parse: async (request, options) => {
      const response_format = { type: "json_schema", json_schema: formOf(options) } as const;
      const reply = await create({ ...request, response_format }, options);
      return { value: await parseText(options.schema, chatText(reply)), reply };
    },
    runTools: (request, loop = {}) => runChatTools(create, request, loop),
  };
}
