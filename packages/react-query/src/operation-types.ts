import type {
  ApiError,
  ConfigurationError,
  ConnectionError,
  operations,
  TimeoutError,
} from "@portico/client";
import type { operationTable } from "./generated/operation-table.ts";

type Table = typeof operationTable;

/** The id of an operation, such as `listApiKeys`. */
export type OperationId = keyof Table;

type Wire<Id extends OperationId> = operations[Id];

/** A type with all of its properties spelled out, so that it reads well on hover. */
type Shown<Type> = { [Key in keyof Type]: Type[Key] };

/** The kinds of parameters that an operation has. */
type Parameters<Id extends OperationId> = Shown<{
  [Kind in keyof Wire<Id>["parameters"] as NonNullable<Wire<Id>["parameters"][Kind]> extends never
    ? never
    : Kind]: Wire<Id>["parameters"][Kind];
}>;

type JsonOf<Part> = Part extends { content: { "application/json": infer Body } } ? Body : never;

/** Whether to stream is not the caller's choice here: a query or mutation has one whole answer. */
type WithoutStream<Body> = Body extends { stream?: unknown }
  ? { [Key in keyof Body as Exclude<Key, "stream" | "stream_options">]: Body[Key] }
  : Body;

type ParametersPart<Id extends OperationId> = keyof Parameters<Id> extends never
  ? unknown
  : Record<never, never> extends Parameters<Id>
    ? { params?: Parameters<Id> }
    : { params: Parameters<Id> };

type BodyPart<Id extends OperationId> = [JsonOf<NonNullable<Wire<Id>["requestBody"]>>] extends [
  never,
]
  ? unknown
  : { body: WithoutStream<JsonOf<NonNullable<Wire<Id>["requestBody"]>>> };

/** What an operation takes, in the form of openapi-fetch: `{ params: { path, query }, body }`. */
export type Init<Id extends OperationId> = Shown<
  ParametersPart<Id> & BodyPart<Id> & { headers?: Readonly<Record<string, string>> }
>;

type SuccessStatus = 200 | 201 | 202;

/** What an operation answers with. */
export type Data<Id extends OperationId> = JsonOf<
  Wire<Id>["responses"][keyof Wire<Id>["responses"] & SuccessStatus]
>;

type ListedStatus<Id extends OperationId> = Exclude<
  keyof Wire<Id>["responses"] & number,
  SuccessStatus
>;

type EachStatus<Status extends number> = Status extends unknown ? ApiError<Status> : never;

/**
 * What a call of an operation fails with. `error.kind === "api"` leaves the service's own errors, whose `status` narrows
 * further: `error.status === 404`.
 */
export type OperationError<Id extends OperationId> =
  | EachStatus<ListedStatus<Id>>
  // A proxy on the way may answer with any other status.
  | ApiError
  | ConfigurationError
  | ConnectionError
  | TimeoutError;

/** Where a query is kept: the key of openapi-react-query, so that both can share a cache. */
export type QueryKey<Id extends OperationId> = readonly [
  method: Table[Id]["method"],
  path: Table[Id]["path"],
  init?: Init<Id>,
];

/** The key of a list of which more pages can be fetched. A list of one page and one of many are kept apart. */
export type InfiniteKey<Id extends OperationId> = readonly [
  method: Table[Id]["method"],
  path: Table[Id]["path"],
  init: Init<Id>,
  pages: "infinite",
];
