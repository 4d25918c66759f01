import type { Schema } from "@portico/contract/facts";
import { type FailureKind, failures, GatewayError, shownMetadata } from "@portico/core/failures";
import { fieldsOf, textOf } from "@portico/core/json/shape";
import { errorTypeOf } from "@portico/core/wires/chat/failure";
import { errorTypeAt } from "@portico/core/wires/messages/failure";
import type { OperationPack, PackFacts } from "./pack.ts";
import { exampleNames, examplesOf } from "./pack.ts";

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

export function refusal(
  status: number,
  message: string,
  headers?: Readonly<Record<string, string>>,
  metadata?: Record<string, unknown>,
): Failure {
  const error = { code: status, message, metadata: shownMetadata(kindAt(status), metadata) };
  return new Failure(status, { error } satisfies Envelope, headers);
}

/** The kind of a failure whose metadata names no other: the first in the table. */
function kindAt(status: number): FailureKind {
  const kinds = Object.keys(failures) as FailureKind[];
  const known = kinds.find((kind) => failures[kind].status === status);
  return known ?? (status < 500 ? "badRequest" : "internal");
}

/** A refusal by a rule that the gateway has too, as the reply that it becomes; other errors stay as they are. */
export function toReply(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { status, message, kind, metadata, details, headers } = error;
  const told = { code: status, message, metadata: shownMetadata(kind, metadata) };
  return new Failure(status, { error: { ...told, ...(details && { details }) } }, headers);
}

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
  const details = fieldsOf(error["metadata"]);
  const metadata = { error_type: errorTypeOf(textOf(details["kind"]) ?? ""), ...details };
  return new Failure(status, { ...body, error: { ...error, metadata } }, headers);
}

/** Of Anthropic's shape, with the envelope of all others. */
function toldToMessages({ status, headers, ...failure }: Failure, requestId: string): Failure {
  const body = fieldsOf(failure.body);
  const error = { type: errorTypeAt(status), ...fieldsOf(body["error"]) };
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
