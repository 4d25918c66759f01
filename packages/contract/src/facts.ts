/**
 * Short names for the generated types and tables, which pages can load too. Written by hand; `pnpm generate` makes
 * everything in generated/.
 */
import { events } from "./generated/events.ts";
import { messageEvents } from "./generated/message-events.ts";
import { operations } from "./generated/operations.ts";
import type { components, operations as WireOperations } from "./generated/schema.ts";

export type { components, operations as WireOperations, paths } from "./generated/schema.ts";
export type {
  ExampleObject,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "./open-api.ts";
export { operations };

export type OperationId = keyof typeof operations;
export type OperationFacts = (typeof operations)[OperationId];
export type SchemaName = keyof components["schemas"];

/** One schema of the contract by its name: `Schema<'Workspace'>`. */
export type Schema<Name extends SchemaName> = components["schemas"][Name];

type Wire<Id extends OperationId> = WireOperations[Id];
type Given<Value> = [NonNullable<Value>] extends [never]
  ? Record<never, never>
  : NonNullable<Value>;
type JsonBody<Part> = [Part] extends [never]
  ? undefined
  : Part extends { content: { "application/json": infer Body } }
    ? Body
    : undefined;
type SuccessStatus = 200 | 201 | 202 | 204;

/** What a caller sends: path parameters, query and JSON body, `undefined` if the operation takes none. */
export interface Input<Id extends OperationId> {
  readonly params: Given<Wire<Id>["parameters"]["path"]>;
  readonly query: Given<Wire<Id>["parameters"]["query"]>;
  readonly body: JsonBody<NonNullable<Wire<Id>["requestBody"]>>;
}

/** The statuses that the contract lists for an operation: numbers, and `default` for the rest. */
export type StatusOf<Id extends OperationId> = keyof Wire<Id>["responses"];

/** The JSON body of one listed status. */
export type Reply<Id extends OperationId, Status extends StatusOf<Id>> = JsonBody<
  Wire<Id>["responses"][Status]
>;

/** The JSON body of a success. */
export type Output<Id extends OperationId> = {
  [Status in StatusOf<Id> & SuccessStatus]: Reply<Id, Status>;
}[StatusOf<Id> & SuccessStatus];

/** One event of a stream; narrows by `type`. */
export type StreamEvent = Schema<"StreamEvent">;
export type StreamEventType = StreamEvent["type"];
export type StreamEventOf<Type extends StreamEventType> = Extract<StreamEvent, { type: Type }>;

export interface EventFacts {
  /** Name of the schema in the document. */
  readonly schema: SchemaName;
  /** Not in the specified interface: clients in the field need it. */
  readonly addition: boolean;
  /** The event ends the response; every stream has exactly one of these. */
  readonly terminal: boolean;
}

/** The facts of each event by its `type`; complete, or this does not compile. */
export const eventTypes: { readonly [Type in StreamEventType]: EventFacts } = events;

/** One event of a stream of `POST /messages`; narrows by `type`. */
export type MessageStreamEvent = Schema<"MessageStreamEvent">;
export type MessageStreamEventType = MessageStreamEvent["type"];

/** The facts of each event of that stream; complete, or this does not compile. */
export const messageEventTypes: { readonly [Type in MessageStreamEventType]: EventFacts } =
  messageEvents;

/** All operation ids, in the order of the document. */
export const operationIds = Object.keys(operations) as readonly OperationId[];

export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id);
}

export function isStreamEventType(type: string): type is StreamEventType {
  return Object.hasOwn(eventTypes, type);
}

export function isMessageStreamEventType(type: string): type is MessageStreamEventType {
  return Object.hasOwn(messageEventTypes, type);
}
