import {
  type CallOptions,
  createRawClient,
  type RawClient,
  succeed,
  throwing,
  unwrap,
} from "./call.ts";
import { ChatStream } from "./chat-stream.ts";
import {
  type ChatToolLoopOptions,
  type ChatToolLoopReply,
  type ChatToolLoopRequest,
  runChatTools,
} from "./chat-tools.ts";
import type {
  ChatReply,
  ChatRequest,
  MessageConversation,
  MessageReply,
  MessageRequest,
  ModelResponse,
  RerankReply,
  RerankRequest,
  ResponseRequest,
  Schema,
} from "./contract.ts";
import {
  createEmbed,
  type EmbedManyOptions,
  type EmbedManyReply,
  type EmbedManyRequest,
  type EmbedReply,
  type EmbedRequest,
  embedMany,
} from "./embeddings.ts";
import { createAdministration, createRecords, type Management } from "./management.ts";
import { MessageStream } from "./message-stream.ts";
import {
  type MessageToolLoopOptions,
  type MessageToolLoopReply,
  type MessageToolLoopRequest,
  runMessageTools,
} from "./message-tools.ts";
import type { PorticoOptions } from "./options.ts";
import type { StreamFacts } from "./reply-stream.ts";
import { ResponseStream } from "./response-stream.ts";
import {
  runTools,
  type ToolLoopOptions,
  type ToolLoopReply,
  type ToolLoopRequest,
} from "./response-tools.ts";

/** The whole service. Methods return the body of a success and throw a PorticoError otherwise. */
export interface Portico extends Management, Pick<RawClient, "GET" | "POST" | "PATCH" | "DELETE"> {
  /**
   * The client beneath, whose calls throw a PorticoError where `GET` and the others give an `error`. For libraries that
   * are built on openapi-fetch: `createClient(portico.throwing)` of openapi-react-query.
   */
  readonly throwing: RawClient;
  readonly responses: {
    /** The whole response in one piece. */
    create(request: ResponsesRequest, options?: CallOptions): Promise<ModelResponse>;
    /** The response as it is generated. */
    stream(request: ResponsesRequest, options?: CallOptions): Promise<ResponseStream>;
    /** Lets the model call your functions until it answers. */
    runTools(request: ToolLoopRequest, options?: ToolLoopOptions): Promise<ToolLoopReply>;
  };
  /** Chat completions, which are in preview. */
  readonly chat: {
    /** The whole completion in one piece. */
    create(request: ChatCompletionRequest, options?: CallOptions): Promise<ChatReply>;
    /** The completion as it is generated. */
    stream(request: ChatCompletionRequest, options?: CallOptions): Promise<ChatStream>;
    /** Lets the model call your functions until it answers. */
    runTools(
      request: ChatToolLoopRequest,
      options?: ChatToolLoopOptions,
    ): Promise<ChatToolLoopReply>;
  };
  /** Messages in Anthropic's format, which are in preview. */
  readonly messages: {
    /** The whole message in one piece. */
    create(request: MessagesRequest, options?: CallOptions): Promise<MessageReply>;
    /** The message as it is generated. */
    stream(request: MessagesRequest, options?: CallOptions): Promise<MessageStream>;
    /** Lets the model call your functions until it answers. */
    runTools(
      request: MessageToolLoopRequest,
      options?: MessageToolLoopOptions,
    ): Promise<MessageToolLoopReply>;
    /** An estimate of the input tokens, which costs nothing. */
    countTokens(
      request: MessageConversation,
      options?: CallOptions,
    ): Promise<Schema<"MessagesTokenCount">>;
  };
  readonly embeddings: {
    create(request: EmbedRequest, options?: CallOptions): Promise<EmbedReply>;
    /** Any number of inputs, in batches, a few at a time; the order is kept. */
    createMany(request: EmbedManyRequest, options?: EmbedManyOptions): Promise<EmbedManyReply>;
    models(query?: Page, options?: CallOptions): Promise<Schema<"EmbeddingModelList">>;
  };
  /** Documents in the order of their relevance to a query, which is in preview. */
  readonly rerank: {
    create(request: RerankRequest, options?: CallOptions): Promise<RerankReply>;
  };
}

/** Without the fields that the client sets, and without the one field that may only be null. */
export type ResponsesRequest = Omit<ResponseRequest, "stream" | "previous_response_id">;

/** Without the fields that the client sets. */
export type ChatCompletionRequest = Omit<ChatRequest, "stream" | "stream_options">;

/** Without the field that the client sets, and without the one field that may only be null. */
export type MessagesRequest = Omit<MessageRequest, "stream" | "thread">;

export interface Page {
  limit?: number;
  offset?: number;
}

/**
 * A client of one gateway, for one key. Address and key can come from the environment instead, as `PORTICO_BASE_URL` and
 * `PORTICO_API_KEY`. Invalid options throw a `ConfigurationError` here, before anything is sent.
 *
 * ```ts
 * const portico = createPortico({ baseUrl: "http://127.0.0.1:8787/api/v1", apiKey: "ptc_…" });
 * const response = await portico.responses.create({ model: "sandbox/text", input: "Hello" });
 * console.log(outputText(response));
 * ```
 */
export function createPortico(options: PorticoOptions = {}): Portico {
  const raw = createRawClient(options);
  const { GET, POST, PATCH, DELETE } = raw;

  const create: Portico["responses"]["create"] = (body, call) =>
    unwrap(POST("/responses", { body: { ...body, stream: false }, ...call }));

  const complete: Portico["chat"]["create"] = async (body, call) => {
    const reply = POST("/chat/completions", { body: { ...body, stream: false }, ...call });
    // openapi-fetch leaves fields that are always null out of its types.
    return (await unwrap(reply)) as ChatReply;
  };

  const say: Portico["messages"]["create"] = async (body, call) => {
    const reply = POST("/messages", { body: { ...body, stream: false }, ...call });
    return (await unwrap(reply)) as MessageReply;
  };

  const streamed = {
    headers: { Accept: "text/event-stream" },
    parseAs: "stream" as const,
  };
  const opened = (reply: Parameters<typeof streamFacts>[0]) =>
    streamFacts(reply, options.streamIdleTimeoutMs ?? 60_000);

  const embed = createEmbed((body, call) => unwrap(POST("/embeddings", { body, ...call })));

  return {
    GET,
    POST,
    PATCH,
    DELETE,
    throwing: throwing(raw),
    responses: {
      create,
      stream: async (request, call) => {
        const body = { ...request, stream: true };
        const facts = await opened(POST("/responses", { body, ...streamed, ...call }));
        return new ResponseStream(facts, request.model);
      },
      runTools: (request, loop = {}) => runTools(create, request, loop),
    },
    chat: {
      create: complete,
      stream: async (request, call) => {
        const body = { ...request, stream: true };
        return new ChatStream(
          await opened(POST("/chat/completions", { body, ...streamed, ...call })),
        );
      },
      runTools: (request, loop = {}) => runChatTools(complete, request, loop),
    },
    messages: {
      create: say,
      stream: async (request, call) => {
        const body = { ...request, stream: true };
        return new MessageStream(await opened(POST("/messages", { body, ...streamed, ...call })));
      },
      runTools: (request, loop = {}) => runMessageTools(say, request, loop),
      countTokens: (body, call) => unwrap(POST("/messages/count_tokens", { body, ...call })),
    },
    embeddings: {
      create: embed,
      createMany: (request, many = {}) => embedMany(embed, request, many),
      models: (query = {}, call) =>
        unwrap(GET("/embeddings/models", { params: { query }, ...call })),
    },
    rerank: {
      create: (body, call) => unwrap(POST("/rerank", { body, ...call })),
    },
    ...createAdministration(raw),
    ...createRecords(raw),
  };
}

async function streamFacts(
  reply: Parameters<typeof succeed<ReadableStream<Uint8Array> | null>>[0],
  idleTimeoutMs: number,
): Promise<StreamFacts> {
  const { response, data: body } = await succeed(reply);
  return { body, idleTimeoutMs, requestId: response.headers.get("x-request-id") };
}
