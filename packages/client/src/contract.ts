/** The contract's types under the names that the client's own surface uses. */
import type {
  components,
  operations as contractOperations,
  paths as contractPaths,
} from "@portico/contract/schema";

type Schemas = components["schemas"];

/** Every path of the contract, for the raw typed `GET`, `POST`, `PATCH` and `DELETE`. */
export type paths = contractPaths;

/** Every operation of the contract by its id: its parameters, body and replies. */
export type operations = contractOperations;

/** One schema of the contract by its name: `Schema<"Workspace">`. */
export type Schema<Name extends keyof Schemas> = Schemas[Name];

export type ResponseRequest = Schemas["ResponseRequest"];
export type ModelResponse = Schemas["Response"];
export type InputItem = Schemas["InputItem"];
export type OutputItem = Schemas["OutputItem"];
export type FunctionCall = Extract<OutputItem, { type: "function_call" }>;
export type Reasoning = Extract<OutputItem, { type: "reasoning" }>;
export type FunctionTool = Schemas["FunctionTool"];
export type StreamEvent = Schemas["StreamEvent"];
export type ChatRequest = Schemas["ChatRequest"];
export type ChatMessage = Schemas["ChatMessage"];
export type ChatReply = Schemas["ChatReply"];
export type ChatReplyMessage = Schemas["ChatReplyMessage"];
export type ChatChunk = Schemas["ChatChunk"];
export type ChatToolCall = Schemas["ChatToolCall"];
export type MessageRequest = Schemas["MessagesRequest"];
export type MessageConversation = Schemas["MessagesConversation"];
export type MessageTurn = Schemas["MessagesTurn"];
export type MessageReply = Schemas["MessagesReply"];
export type MessageEvent = Schemas["MessageStreamEvent"];
export type MessageToolUse = Extract<Schemas["MessagesReplyBlock"], { type: "tool_use" }>;
export type EmbeddingsRequest = Schemas["EmbeddingsRequest"];
export type EmbeddingsReply = Schemas["EmbeddingsReply"];
export type RerankRequest = Schemas["RerankRequest"];
export type RerankReply = Schemas["RerankReply"];
export type RerankResult = Schemas["RerankResult"];
export type EmbeddingModel = Schemas["EmbeddingModel"];
export type Workspace = Schemas["Workspace"];
