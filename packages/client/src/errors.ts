import { isRecord } from "@portico/contract/is-record";

/**
 * One family: every error of the client is a PorticoError. `kind` tells the errors apart,
 * `status` the answers of the service. An abort by your own signal is passed on as it is.
 *
 * @example
 * try {
 *   await portico.models.list();
 * } catch (error) {
 *   if (!(error instanceof PorticoError)) throw error;
 *   console.error(error.kind, error.message);
 * }
 */
export abstract class PorticoError extends Error {
  /** The name of its class, which bundlers do not shorten. */
  abstract override readonly name: string;
  /** Tells the errors apart, as `instanceof` does, and also where two copies of the client are loaded. */
  abstract readonly kind:
    | "api"
    | "configuration"
    | "connection"
    | "timeout"
    | "stream"
    | "tool"
    | "parse"
    | "webhook";
}

/**
 * The client's options are invalid, so no request can be sent.
 *
 * @example
 * const isSetUp = (error: unknown) => !(error instanceof ConfigurationError);
 */
export class ConfigurationError extends PorticoError {
  override readonly name = "ConfigurationError";
  readonly kind = "configuration";
}

/**
 * The fields of the service's error envelope.
 *
 * @example
 * const log = ({ serviceMessage, requestId }: ApiErrorFacts) => console.error(requestId, serviceMessage);
 */
export interface ApiErrorFacts {
  /** The code of the envelope, which is the HTTP status. */
  readonly code: number;
  /** The service's own message; `message` adds the status and the request's id, for logs. */
  readonly serviceMessage: string;
  /** What the service says beside its message, such as the `field` that is wrong or the `kind` of the failure. */
  readonly metadata: Record<string, unknown> | null;
  /** Finds the request in the gateway's logs: quote it when you report a problem. */
  readonly requestId: string | null;
  /** How long the service asks to wait, if it says so. */
  readonly retryAfterMs: number | null;
}

/**
 * The service answered with an error status: `isApiError(error, 402)` narrows to one of them.
 *
 * @example
 * const rest = (error: ApiError) => (error.status === 429 ? `wait ${error.retryAfterMs} ms` : error.serviceMessage);
 */
export class ApiError<Status extends number = number>
  extends PorticoError
  implements ApiErrorFacts
{
  override readonly name = "ApiError";
  readonly kind = "api";
  /** The HTTP status. */
  declare readonly status: Status;
  declare readonly code: number;
  declare readonly serviceMessage: string;
  declare readonly metadata: Record<string, unknown> | null;
  declare readonly requestId: string | null;
  declare readonly retryAfterMs: number | null;

  constructor(status: Status, facts: ApiErrorFacts) {
    super(`${status} ${withRequest(facts.serviceMessage, facts.requestId)}`);
    Object.assign(this, { status }, facts);
  }
}

/**
 * `if (isApiError(error, 402))` narrows to insufficient credits; without a status, to any answer of the service.
 *
 * @example
 * const words = (error: unknown) =>
 *   isApiError(error, 402) ? "The key has no credit left." : isApiError(error) ? error.message : "No answer.";
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Status extends number>(
  error: unknown,
  status: Status,
): error is ApiError<Status>;
export function isApiError(error: unknown, status?: number): boolean {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/**
 * No answer came: refused, reset, DNS, TLS, or the connection broke while the body was read.
 *
 * @example
 * const isOffline = (error: unknown) => error instanceof ConnectionError;
 */
export class ConnectionError extends PorticoError {
  override readonly name = "ConnectionError";
  readonly kind = "connection";
}

/**
 * No answer began within `timeoutMs`.
 *
 * @example
 * const words = (error: unknown) => (error instanceof TimeoutError ? `Silent for ${error.timeoutMs} ms.` : null);
 */
export class TimeoutError extends PorticoError {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
  /** How long it was waited. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`The service did not answer within ${timeoutMs} ms.`, options);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * A stream did not end in success: `failed` if the service said so, `unterminated` if it just
 * stopped. `text` holds what had come by then; it is not a complete answer.
 *
 * @example
 * const rescue = (error: unknown) => (error instanceof StreamError ? error.text : "");
 */
export class StreamError extends PorticoError {
  override readonly name = "StreamError";
  readonly kind = "stream";
  /** `failed`: the service said so. `unterminated`: it just stopped. */
  declare readonly reason: "failed" | "unterminated";
  /** The service's word for the failure, such as `server_error`, if it gave one. */
  declare readonly code: string | null;
  /** What had come by then. */
  declare readonly text: string;
  /** Finds the request in the gateway's logs: quote it when you report a problem. */
  declare readonly requestId: string | null;

  constructor(
    reason: "failed" | "unterminated",
    message: string,
    facts: { code: string | null; text: string; requestId: string | null },
  ) {
    super(withRequest(message, facts.requestId));
    Object.assign(this, { reason }, facts);
  }
}

/**
 * A model's answer is no JSON, or does not fit the schema: `text` is what it wrote, `issues` say what is wrong.
 *
 * @example
 * const written = (error: unknown) => (error instanceof ParseError ? error.text : null);
 */
export class ParseError extends PorticoError {
  override readonly name = "ParseError";
  readonly kind = "parse";
  /** What the model wrote. */
  readonly text: string;
  /** What does not fit, each with its place. */
  readonly issues: readonly string[];

  constructor(
    message: string,
    { text, issues, cause }: { text: string; issues: readonly string[]; cause?: unknown },
  ) {
    super(message, { cause });
    this.text = text;
    this.issues = issues;
  }
}

/**
 * A request is not one of the gateway's webhook: answer it with 400.
 *
 * @example
 * const status = (error: unknown) => (error instanceof WebhookError ? 400 : 500);
 */
export class WebhookError extends PorticoError {
  override readonly name = "WebhookError";
  readonly kind = "webhook";
}

/**
 * The tool loop could not go on: an unknown tool, arguments that are no JSON object, or too many rounds.
 *
 * @example
 * const isLoop = (error: unknown) => error instanceof ToolLoopError;
 */
export class ToolLoopError extends PorticoError {
  override readonly name = "ToolLoopError";
  readonly kind = "tool";
}

/** Reads the envelope; an answer without one (such as a proxy's page) becomes an ApiError too. */
export function toApiError(response: Response, body: unknown): ApiError {
  const envelope = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  return new ApiError(response.status, {
    code: typeof envelope["code"] === "number" ? envelope["code"] : response.status,
    serviceMessage:
      typeof envelope["message"] === "string"
        ? envelope["message"]
        : `The service answered with status ${response.status}.`,
    metadata: isRecord(envelope["metadata"]) ? envelope["metadata"] : null,
    requestId: response.headers.get("x-request-id"),
    retryAfterMs: retryAfterMs(response.headers),
  });
}

/** The id finds the request in the gateway's logs. */
function withRequest(message: string, requestId: string | null): string {
  return requestId === null ? message : `${message} (request ${requestId})`;
}

/** `Retry-After` in its two forms, seconds and a date; null if it is absent or unreadable. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - Date.now());
}
