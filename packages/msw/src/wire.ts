import type { operations } from "@portico/contract/schema";

/** The name of an operation of the contract. */
export type OperationId = keyof operations;

type Responses<Id extends OperationId> = operations[Id]["responses"];

/** The reply of one status; that of `default` where the contract does not list the status by itself. */
type ResponseOf<Id extends OperationId, Status> = Status extends keyof Responses<Id>
  ? Responses<Id>[Status]
  : Responses<Id> extends { default: infer Others }
    ? Others
    : never;

type Content<Part, Type extends string> = Part extends { content: infer Types }
  ? Type extends keyof Types
    ? Types[Type]
    : never
  : never;

/** The JSON body of a reply of an operation: `ReplyBody<"createResponse", 200>`. */
export type ReplyBody<Id extends OperationId, Status> = Content<
  ResponseOf<Id, Status>,
  "application/json"
>;

/** One event of a stream of an operation; narrows by `type` where the events have one. */
export type EventOf<Id extends OperationId> = Unnumbered<
  Exclude<Content<ResponseOf<Id, 200>, "text/event-stream">, string>
>;

/** The handlers number the events where a test leaves that out. */
type Unnumbered<Event> = Event extends { sequence_number: number }
  ? { [Key in Exclude<keyof Event, "sequence_number">]: Event[Key] } & { sequence_number?: number }
  : Event;

type Given<Value> = [NonNullable<Value>] extends [never] ? Record<never, never> : Value;

/** What a caller has sent, after the contract's check. */
export interface CheckedRequest<Id extends OperationId> {
  /** The parameters in the path. */
  readonly params: Given<operations[Id]["parameters"]["path"]>;
  /** As texts, and each once. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Headers;
  /** The JSON body; `undefined` where the operation takes none. */
  readonly body: BodyOf<NonNullable<operations[Id]["requestBody"]>>;
}

type BodyOf<Part> = [Part] extends [never] ? undefined : Content<Part, "application/json">;
