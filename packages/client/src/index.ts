export { type Byok, createByok, createKeys, type Keys } from "./access.ts";
export type { CallOptions } from "./call.ts";
export { type Chat, type ChatCompletionRequest, createChat } from "./chat.ts";
export { ChatStream, chatMessage, chatText } from "./chat-stream.ts";
export type {
  ChatToolLoopOptions,
  ChatToolLoopReply,
  ChatToolLoopRequest,
} from "./chat-tools.ts";
export { type Configurations, createConfigurations } from "./configuration.ts";
export { type Connection, connect } from "./connection.ts";
export type * from "./contract.ts";
export {
  createEmbeddings,
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
export { createLedger, createStatus, type GatewayStatus, type Ledger } from "./ledger.ts";
export { MessageStream, messageText, toolUsesOf } from "./message-stream.ts";
export type {
  MessageToolLoopOptions,
  MessageToolLoopReply,
  MessageToolLoopRequest,
} from "./message-tools.ts";
export { createMessages, type Messages, type MessagesRequest } from "./messages.ts";
export { createModels, createProviders, type Models, type Providers } from "./models.ts";
export type { PorticoOptions } from "./options.ts";
export { type Budgets, createBudgets, createWorkspaces, type Workspaces } from "./organisation.ts";
export { PendingCall, type WithResponse } from "./pending-call.ts";
export { type ListPage, PendingList } from "./pending-list.ts";
export { createPortico, type Portico } from "./portico.ts";
export {
  type Activity,
  type Alerts,
  type Audit,
  type Credits,
  createActivity,
  createAlerts,
  createAudit,
  createCredits,
  createGenerations,
  type Generations,
} from "./records.ts";
export type { ReplyFacts } from "./reply-facts.ts";
export type { CallSoFar, ReplySoFar } from "./reply-stream.ts";
export { createRerank, type Rerank } from "./rerank.ts";
export { functionCallsOf, outputText, ResponseStream } from "./response-stream.ts";
export type { ToolLoopOptions, ToolLoopReply, ToolLoopRequest } from "./response-tools.ts";
export { createResponses, type Responses, type ResponsesRequest } from "./responses.ts";
export type { RetryEvent, RetryOptions } from "./retry.ts";
export { createSessions, type Sessions } from "./sessions.ts";
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
