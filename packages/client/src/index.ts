export type { Byok, Keys } from "./access.ts";
export type { CallOptions } from "./call.ts";
export type { Chat, ChatCompletionRequest } from "./chat.ts";
export { ChatStream, chatMessage, chatText } from "./chat-stream.ts";
export type {
  ChatToolLoopOptions,
  ChatToolLoopReply,
  ChatToolLoopRequest,
} from "./chat-tools.ts";
export type { Configurations } from "./configuration.ts";
export type * from "./contract.ts";
export {
  type EmbeddedItem,
  type Embeddings,
  type EmbedManyOptions,
  type EmbedManyReply,
  type EmbedManyRequest,
  type EmbedReply,
  type EmbedRequest,
  toVector,
} from "./embeddings.ts";
export {
  ApiError,
  type ApiErrorFacts,
  ConfigurationError,
  ConnectionError,
  isApiError,
  ParseError,
  PorticoError,
  StreamError,
  TimeoutError,
  ToolLoopError,
  WebhookError,
} from "./errors.ts";
export type { GatewayStatus, Ledger } from "./ledger.ts";
export { MessageStream, messageText, toolUsesOf } from "./message-stream.ts";
export type {
  MessageToolLoopOptions,
  MessageToolLoopReply,
  MessageToolLoopRequest,
} from "./message-tools.ts";
export type { Messages, MessagesRequest } from "./messages.ts";
export type { Models, Providers } from "./models.ts";
export type { PorticoOptions } from "./options.ts";
export type { Budgets, Workspaces } from "./organisation.ts";
export { PendingCall, type WithResponse } from "./pending-call.ts";
export { type ListPage, PendingList } from "./pending-list.ts";
export { createPortico, type Portico } from "./portico.ts";
export type { Activity, Alerts, Audit, Credits, Generations } from "./records.ts";
export type { ReplyFacts } from "./reply-facts.ts";
export type { CallSoFar, ReplySoFar } from "./reply-stream.ts";
export type { Rerank } from "./rerank.ts";
export { functionCallsOf, outputText, ResponseStream } from "./response-stream.ts";
export type { ToolLoopOptions, ToolLoopReply, ToolLoopRequest } from "./response-tools.ts";
export type { Responses, ResponsesRequest } from "./responses.ts";
export type { RetryEvent, RetryOptions } from "./retry.ts";
export type { Sessions } from "./sessions.ts";
export {
  jsonSchemaOf,
  type Parsed,
  type ParseOptions,
  parseText,
  type StandardSchema,
} from "./structured.ts";
export { type LoopOptions, type SchemaTool, schemaTool, type ToolFunction } from "./tool-loop.ts";
export type { Middleware, RequestEvent, ResponseEvent, TransportOptions } from "./transport.ts";
export { verifyWebhook, type WebhookNotice, type WebhookRequest } from "./webhooks.ts";
