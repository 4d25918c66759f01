import type { OperationId } from "@portico/contract";
import { chatError } from "@portico/core/wires/chat/failure";
import { messagesError } from "@portico/core/wires/messages/failure";
import type { GatewayError } from "../../errors.ts";
import type { Headers } from "../operation.ts";

/** Additions to the replies of some operations. */
export interface ReplyForm {
  headers(ids: RequestIds): Headers;
  /** The fields of a failure's body beside, or in place of, those of the envelope. */
  failure(failure: GatewayError, requestId: string): object;
}

export interface RequestIds {
  readonly requestId: string;
  readonly generationId: string;
}

/** The header of every reply of an operation that calls a model, failures included. */
export const generationHeader = "x-generation-id";

/** An operation that calls a model. */
const ofGeneration: ReplyForm = {
  headers: ({ generationId }) => ({ [generationHeader]: generationId }),
  failure: () => ({}),
};

/** Client libraries of this format read these. */
const aroundMessages: ReplyForm = {
  headers: ({ requestId }) => ({ "request-id": requestId }),
  failure: (failure, requestId) => ({
    type: "error",
    error: messagesError(failure),
    request_id: requestId,
  }),
};

const ofMessages: ReplyForm = {
  ...aroundMessages,
  headers: (ids) => ({ ...ofGeneration.headers(ids), ...aroundMessages.headers(ids) }),
};

const ofChat: ReplyForm = {
  ...ofGeneration,
  failure: (failure) => ({ error: chatError(failure) }),
};

const forms: Readonly<Partial<Record<OperationId, ReplyForm>>> = {
  createChatCompletion: ofChat,
  createEmbeddings: ofGeneration,
  createMessage: ofMessages,
  createRerank: ofGeneration,
  createResponse: ofGeneration,
  compactResponse: ofGeneration,
  countMessageTokens: aroundMessages,
};

export function formOf(operation: OperationId | null): ReplyForm | undefined {
  return operation === null ? undefined : forms[operation];
}
