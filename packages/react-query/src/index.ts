import type { Portico } from "@portico/client";
import { operationTable } from "./generated/operation-table.ts";
import type { PorticoQuery } from "./generated/portico-query.ts";
import { createMutation } from "./mutation.ts";
import { createPagedQuery, createQuery } from "./query.ts";
import { backendOf, type Row } from "./untyped.ts";

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
export type { StreamCallbacks, StreamState, StreamStatus } from "./streams/stream-run.ts";
export type { Stream } from "./streams/wires.ts";
export { useChatStream, useMessageStream, useResponseStream } from "./streams/wires.ts";

/**
 * TanStack Query for every operation of the gateway, by the operation's id. Create it once, beside the client.
 *
 * ```ts
 * const portico = createPorticoQuery(createPortico());
 * const { data, error } = portico.listApiKeys.useQuery({ params: { query: { limit: 20 } } });
 * const createKey = portico.createApiKey.useMutation();
 * ```
 */
export function createPorticoQuery(client: Portico): PorticoQuery;
export function createPorticoQuery(client: Portico): object {
  const backend = backendOf(client);
  const rows: readonly (readonly [string, Row])[] = Object.entries(operationTable);
  return Object.fromEntries(
    rows.map(([id, row]) => {
      if (row.invalidates) return [id, createMutation(backend, row, row.invalidates)];
      if (row.pages) return [id, createPagedQuery(backend, row, row.pages)];
      return [id, createQuery(backend, row)];
    }),
  );
}
