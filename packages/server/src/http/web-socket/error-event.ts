import { contextExceeded, type GatewayError, shownMetadata } from "../../errors.ts";
import { headersOf } from "../reply/failure.ts";

const typeByStatus: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  429: "rate_limit_error",
};

/**
 * A failure as OpenAI sends it over a WebSocket. Client libraries read the code as a string, from either place; Codex needs
 * the status, without which it waits for further events.
 */
export function errorEvent(failure: GatewayError, requestId: string): string {
  const { status, message } = failure;
  const metadata: Readonly<Record<string, unknown>> = shownMetadata(failure.kind, failure.metadata);
  const facts = { code: codeOf(metadata), message, param: metadata["field"] ?? null };
  const retryAfter = headersOf(failure)["retry-after"];
  return JSON.stringify({
    type: "error",
    status,
    ...facts,
    error: { type: typeOf(status), ...facts, metadata },
    ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
    request_id: requestId,
    sequence_number: 0,
  });
}

/** With the first of these client libraries send the whole conversation again, in place of what is new. */
function codeOf({ kind, field, error_type }: Readonly<Record<string, unknown>>): unknown {
  if (field === "previous_response_id") return "previous_response_not_found";
  return error_type === contextExceeded ? contextExceeded : kind;
}

function typeOf(status: number): string {
  return typeByStatus[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
}
