import type { Schema } from "@portico/contract/facts";
import { contextExceeded, type FailureKind, shownMetadata } from "../../failures.ts";

/** What a failure says, whichever way it is sent. */
export interface SaidFailure {
  readonly kind: FailureKind;
  readonly status: number;
  readonly message: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

type ErrorDetail = Schema<"MessagesErrorDetail">;

const typeByStatus: Readonly<Record<number, ErrorDetail["type"]>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** The word by which client libraries of this wire know a failure. */
export function errorTypeAt(status: number): ErrorDetail["type"] {
  return typeByStatus[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
}

/** Claude Code and LangChain know a conversation that is too long by these words. */
const tooLong = "prompt is too long";

function inOwnWords(message: string, metadata: SaidFailure["metadata"]): string {
  const isTooLong = metadata?.["error_type"] === contextExceeded && !message.includes(tooLong);
  return isTooLong ? `${tooLong}: ${message}` : message;
}

/** A failure as client libraries of this wire read it, with the fields of our own envelope beside theirs. */
export function messagesError({
  kind,
  status,
  message,
  metadata,
  details,
}: SaidFailure): ErrorDetail {
  return {
    type: errorTypeAt(status),
    code: status,
    message: inOwnWords(message, metadata),
    metadata: shownMetadata(kind, metadata),
    ...(details !== undefined && { details }),
  };
}
