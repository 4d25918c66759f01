/**
 * What operations do beyond their examples, each under its operation id: the one list. An operation that is not here
 * answers by its examples.
 */
export { createChatCompletion } from "./create-chat-completion.ts";
export { createEmbeddings } from "./create-embeddings.ts";
export { createRerank } from "./create-rerank.ts";
export { createResponse } from "./create-response.ts";
export { countMessageTokens, createMessage } from "./messages.ts";
