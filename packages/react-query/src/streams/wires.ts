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
import { useEffect, useState, useSyncExternalStore } from "react";
import {
  idle,
  type OpenStream,
  type StreamCallbacks,
  StreamRun,
  type StreamState,
} from "./stream-run.ts";

/** The state of a stream, and what a page may do with it. The three functions stay the same over all drawings. */
export interface Stream<Body, Reply> extends StreamState<Reply> {
  /** Asks the model. A stream that is still coming is left. Gives the whole reply, or null where none came. */
  readonly start: (body: Body) => Promise<Reply | null>;
  /** Ends the stream, and with it the generation. */
  readonly stop: () => void;
  /** Starts again with the same body. */
  readonly retry: () => Promise<Reply | null>;
}

/** The state of one stream, for a component. The stream ends with the component. */
function useStream<Body, Event, Reply>(
  open: OpenStream<Body, Event, Reply>,
  callbacks: StreamCallbacks<Event, Reply>,
): Stream<Body, Reply> {
  const [run] = useState(() => new StreamRun(open, callbacks));
  const state = useSyncExternalStore(run.subscribe, run.state, () => idle);
  useEffect(() => {
    run.open = open;
    run.callbacks = callbacks;
  });
  // Strict mode unmounts each component once for a test: a stream that is started later is not affected.
  useEffect(() => run.stop, [run]);
  const { start, stop, retry } = run;
  return { ...state, start, stop, retry };
}

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
