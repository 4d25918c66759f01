import type { Schema } from "@portico/contract/facts";
import { type FailureKind, kindOf, shownMetadata } from "../../failures.ts";

/** OpenRouter's words for kinds of failures, which clients of chat completions read. */
const errorTypes: Readonly<Record<FailureKind, string>> = {
  badRequest: "invalid_request",
  unauthenticated: "authentication",
  wrongKeyKind: "permission_denied",
  notAllowed: "permission_denied",
  networkNotAllowed: "permission_denied",
  outOfCredits: "payment_required",
  notFound: "not_found",
  modelNotFound: "not_found",
  noProvider: "not_found",
  methodNotAllowed: "invalid_request",
  conflict: "precondition_failed",
  tooLarge: "payload_too_large",
  unsupportedMediaType: "invalid_request",
  rateLimited: "rate_limit_exceeded",
  headersTooLarge: "payload_too_large",
  internal: "server",
  secretUnreadable: "server",
  providerFailed: "provider_unavailable",
  unavailable: "server",
  overloaded: "provider_overloaded",
};

/** The word for a kind as callers read it in `error.metadata.kind`. */
export function errorTypeOf(word: string): string | undefined {
  const types: Readonly<Record<string, string>> = errorTypes;
  return types[kindOf(word)];
}

/** What a failure says, whichever way it is sent. */
export interface SaidFailure {
  readonly kind: FailureKind;
  readonly status: number;
  readonly message: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A failure with the words that clients of chat completions look for in its metadata. */
export function chatError({ kind, status, message, metadata }: SaidFailure): Schema<"ErrorDetail"> {
  return {
    code: status,
    message,
    metadata: {
      error_type: errorTypes[kind],
      ...shownMetadata(kind, metadata),
    },
  };
}
