import type { IncomingMessage, ServerResponse } from "node:http";
import { CallerGone, GatewayError, shownMetadata } from "../../errors.ts";
import { formOf } from "../../operations/lists/reply-forms.ts";
import { StoreUnavailable, WorkspaceMissing } from "../../store/ports/errors.ts";
import { leaveUnread } from "../body/unread-body.ts";
import { recordOf } from "../request/request-record.ts";

/** Statuses without a text in Node. */
const reasons: Readonly<Record<number, string>> = { 529: "Provider Overloaded" };
/** The `Retry-After` of a failure that may be retried and has no time of its own. */
const defaultRetryAfterSeconds = 2;
const mayRetry: ReadonlySet<number> = new Set([429, 503, 529]);

/** Any error -> the failure that the caller sees: an unexpected error becomes `internal`. */
export function toFailure(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  // The workspace was deleted while the operation created a thing in it.
  if (error instanceof WorkspaceMissing) return new GatewayError("notFound", { cause: error });
  if (error instanceof StoreUnavailable) return new GatewayError("unavailable", { cause: error });
  return new GatewayError("internal", { cause: error });
}

/**
 * Every error ends here. Before the first byte of the reply it is answered with the envelope; after it the
 * connection can only be cut, so that the caller cannot take half a reply for a whole one.
 */
export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const record = recordOf(request);
  if (error instanceof CallerGone || response.destroyed) {
    record.failure = { kind: "callerGone", error };
    response.destroy();
    return;
  }
  const failure = toFailure(error);
  record.failure = { kind: failure.kind, error };
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { operation, requestId } = record;
  const body = Buffer.from(
    JSON.stringify({
      ...envelope(failure, requestId),
      ...formOf(operation)?.failure(failure, requestId),
    }),
  );
  response.writeHead(failure.status, reasons[failure.status], {
    ...record.headers,
    ...headersOf(failure),
    ...(leaveUnread(request) && { connection: "close" }),
    "content-length": body.length,
  });
  response.end(body);
}

export function envelope(failure: GatewayError, requestId: string) {
  return {
    error: {
      code: failure.status,
      message: failure.message,
      metadata: shownMetadata(failure.kind, failure.metadata),
    },
    user_id: null,
    service_metadata: { request_id: requestId },
  };
}

export function headersOf(failure: GatewayError): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
    ...(failure.status === 401 && { "www-authenticate": 'Bearer realm="api"' }),
    ...failure.headers,
  };
  // A 402 has a time only if nothing but requests under way is in the way.
  const isHeld = failure.status === 402 && failure.retryAfterSeconds !== undefined;
  if (mayRetry.has(failure.status) || isHeld)
    headers["retry-after"] = String(failure.retryAfterSeconds ?? defaultRetryAfterSeconds);
  return headers;
}
