"use client";

import type {
  ChatChunk,
  ChatCompletionRequest,
  ChatReply,
  MessageEvent,
  MessageReply,
  MessagesRequest,
  ModelResponse,
  Portico,
  ResponsesRequest,
  StreamEvent,
} from "@portico/client";
import type { StreamCallbacks } from "./stream-run.ts";
import { type Stream, useStream } from "./use-stream.ts";

/**
 * A response as it is generated, for a component.
 *
 * ```tsx
 * const { text, status, start, stop, retry } = useResponseStream(client);
 * <button onClick={() => start({ model: "sandbox/text", input: "Hello" })}>Ask</button>
 * ```
 */
export function useResponseStream(
  client: Portico,
  callbacks: StreamCallbacks<StreamEvent, ModelResponse> = {},
): Stream<ResponsesRequest, ModelResponse> {
  return useStream(async (body: ResponsesRequest, options) => {
    const stream = await client.responses.stream(body, options);
    return { stream, reply: () => stream.finalResponse() };
  }, callbacks);
}

/** A chat completion as it is generated, for a component. Used like `useResponseStream`. */
export function useChatStream(
  client: Portico,
  callbacks: StreamCallbacks<ChatChunk, ChatReply> = {},
): Stream<ChatCompletionRequest, ChatReply> {
  return useStream(async (body: ChatCompletionRequest, options) => {
    const stream = await client.chat.stream(body, options);
    return { stream, reply: () => stream.finalCompletion() };
  }, callbacks);
}

/** A message in Anthropic's format as it is generated, for a component. Used like `useResponseStream`. */
export function useMessageStream(
  client: Portico,
  callbacks: StreamCallbacks<MessageEvent, MessageReply> = {},
): Stream<MessagesRequest, MessageReply> {
  return useStream(async (body: MessagesRequest, options) => {
    const stream = await client.messages.stream(body, options);
    return { stream, reply: () => stream.finalMessage() };
  }, callbacks);
}
