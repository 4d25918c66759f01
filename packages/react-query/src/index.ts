export type { PorticoQuery } from "./generated/portico-query.ts";
export type {
  CompleteInfiniteOptions,
  CompleteQueryOptions,
  InfiniteOptions,
  Mutation,
  MutationOptions,
  PagedQuery,
  Query,
  QueryOptions,
  SuspenseInfiniteOptions,
  SuspenseQueryOptions,
} from "./operation.ts";
export type {
  Data,
  InfiniteKey,
  Init,
  OperationError,
  OperationId,
  QueryKey,
} from "./operation-types.ts";
export { createPorticoQuery } from "./portico-query.ts";
export type { StreamCallbacks, StreamState, StreamStatus } from "./streams/stream-run.ts";
export type { Stream } from "./streams/wires.ts";
export { useChatStream, useMessageStream, useResponseStream } from "./streams/wires.ts";
