export type { CallOptions } from "./call.ts";
export { ChatStream, chatMessage, chatText } from "./chat-stream.ts";
export type {
  ChatToolLoopOptions,
  ChatToolLoopReply,
  ChatToolLoopRequest,
} from "./chat-tools.ts";
export type * from "./contract.ts";
export {
  type EmbeddedItem,
  type EmbedManyOptions,
  type EmbedManyReply,
  type EmbedManyRequest,
  type EmbedReply,
  type EmbedRequest,
  toVector,
} from "./embeddings.ts";
export {
  ApiError,
  ConfigurationError,
  ConnectionError,
  isApiError,
  PorticoError,
  StreamError,
  TimeoutError,
  ToolLoopError,
} from "./errors.ts";
export { MessageStream, messageText, toolUsesOf } from "./message-stream.ts";
export type {
  MessageToolLoopOptions,
  MessageToolLoopReply,
  MessageToolLoopRequest,
} from "./message-tools.ts";
export type { PorticoOptions } from "./options.ts";
export {
  type ChatCompletionRequest,
  createPortico,
  type MessagesRequest,
  type Page,
  type Portico,
  type ResponsesRequest,
} from "./portico.ts";
export type { CallSoFar, ReplySoFar } from "./reply-stream.ts";
export { functionCallsOf, outputText, ResponseStream } from "./response-stream.ts";
export type { ToolLoopOptions, ToolLoopReply, ToolLoopRequest } from "./response-tools.ts";
export type { RetryEvent, RetryOptions } from "./retry.ts";
export type { LoopOptions, ToolFunction } from "./tool-loop.ts";
