import type { Schema } from "@portico/contract/facts";
import { GatewayError, shownMetadata } from "@portico/core/failures";
import { fieldsOf } from "@portico/core/json/shape";
import { exampleNames, examplesOf } from "./examples.ts";
import type { OperationPack, PackFacts } from "./pack.ts";

type Envelope = Schema<"ErrorEnvelope">;

/** An error reply, before it is written. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`The answer is ${status}.`);
    this.status = status;
    this.body = body;
    this.headers = { ...retryAfter(status), ...headers };
  }
}

/** The rehearsal lets the connection fail before an answer. */
export class ConnectionRefused extends Error {
  override readonly name = "ConnectionRefused";
  override readonly message = "The connection was refused.";
}

/** The rehearsal breaks the connection off in the middle of an answer. */
export class ConnectionCut extends Error {
  override readonly name = "ConnectionCut";
  override readonly message = "The connection was cut.";
}

/** A failure in the contract's own words. */
class ExampleFailure extends Failure {}

/** The kind of a failure whose metadata names no other. */
const kindByStatus: Readonly<Record<number, Schema<"ErrorKind">>> = {
  401: "unauthenticated",
  402: "out_of_credits",
  403: "not_allowed",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  431: "headers_too_large",
  503: "unavailable",
  529: "overloaded",
};

export function refusal(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
  metadata?: Record<string, unknown>,
): Failure {
  const kind = kindByStatus[status] ?? (status < 500 ? "bad_request" : "internal");
  const error = { code: status, message, metadata: { kind, ...metadata } };
  return new Failure(status, { error } satisfies Envelope, headers);
}

/** A refusal by a rule that the gateway has too, as the reply that it becomes; other errors stay as they are. */
export function toReply(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { status, message, kind, metadata, headers } = error;
  return new Failure(
    status,
    { error: { code: status, message, metadata: shownMetadata(kind, metadata) } },
    headers,
  );
}

/** A field of the request is at fault; `fault` says why, in the gateway's words. `details` are what client libraries act on. */
export function refusedAt(field: string, fault: string, details?: object): Failure {
  const metadata = { kind: "bad_request", field };
  const error = { code: 400, message: `${field} ${fault}`, metadata };
  return new Failure(400, { error: { ...error, ...(details && { details }) } });
}

/** The words by which clients of chat completions know a failure. */
const errorTypes: Readonly<Record<number, string>> = {
  401: "authentication",
  402: "payment_required",
  403: "permission_denied",
  404: "not_found",
  413: "payload_too_large",
  429: "rate_limit_exceeded",
  500: "server",
  503: "server",
  529: "provider_overloaded",
};

/** The words by which Anthropic's client libraries know a failure. */
const messagesErrorTypes: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** A failure in the form of its operation. */
export function toldAs({ id }: PackFacts, failure: Failure, requestId: string): Failure {
  if (id === "createChatCompletion") return toldToChats(failure);
  return isOfMessages(id) ? toldToMessages(failure, requestId) : failure;
}

/** Says its kind in a word, too. */
function toldToChats(failure: Failure): Failure {
  if (failure instanceof ExampleFailure) return failure;
  const { status, headers } = failure;
  const body = fieldsOf(failure.body);
  const error = fieldsOf(body["error"]);
  const error_type = errorTypes[status] ?? "invalid_request";
  const metadata = { error_type, ...fieldsOf(error["metadata"]) };
  return new Failure(status, { ...body, error: { ...error, metadata } }, headers);
}

/** Of Anthropic's shape, with the envelope of all others. */
function toldToMessages({ status, headers, ...failure }: Failure, requestId: string): Failure {
  const body = fieldsOf(failure.body);
  const usual = status < 500 ? "invalid_request_error" : "api_error";
  const error = { type: messagesErrorTypes[status] ?? usual, ...fieldsOf(body["error"]) };
  return new Failure(status, { ...body, type: "error", error, request_id: requestId }, headers);
}

/** The operations in Anthropic's format. */
export function isOfMessages(id: string): boolean {
  return id === "createMessage" || id === "countMessageTokens";
}

/** The contract's own example of an error, by name or status; a plain envelope if there is none. */
export function exampleFailure(pack: OperationPack, status: number, name?: string): Failure {
  const fitting = examplesOf(pack, status).find((example) =>
    name === undefined ? codeOf(example.value) === status : example.name === name,
  );
  if (fitting) return new ExampleFailure(status, fitting.value);
  if (name !== undefined) return unknownExample(pack, name);
  return refusal(status, `This is status ${status}, as you asked for.`);
}

export function unknownExample(pack: OperationPack, name: string): Failure {
  const names = exampleNames(pack).join(", ");
  return refusal(400, `Prefer: ${pack.facts.id} has no example "${name}". There are ${names}.`);
}

function codeOf(value: unknown): unknown {
  return (value as Partial<Envelope> | null)?.error?.code;
}

/** Short, so that rehearsing a wait takes no long wait. */
function retryAfter(status: number): Record<string, string> {
  return [429, 503, 529].includes(status) ? { "Retry-After": "1" } : {};
}
