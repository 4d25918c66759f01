import { type MutationFunctionContext, type QueryClient, useMutation } from "@tanstack/react-query";
import { operationTable } from "./generated/operation-table.ts";
import type { OperationId } from "./operation-types.ts";
import { ownRetries } from "./query.ts";
import type { AnyInit, Backend, Row } from "./untyped.ts";

type OnSuccess = (
  data: unknown,
  init: AnyInit,
  onMutateResult: unknown,
  context: MutationFunctionContext,
) => unknown;

interface Options {
  readonly invalidates?: readonly OperationId[];
  readonly onSuccess?: OnSuccess;
}

/** What `Mutation` describes, for one row of the table. */
export function createMutation(
  { fetchClient }: Backend,
  { method, path }: Row,
  changed: readonly OperationId[],
): object {
  const mutationKey = [method, path] as const;
  const mutationOptions = ({ invalidates = changed, onSuccess, ...options }: Options = {}) => ({
    ...ownRetries,
    ...options,
    mutationKey,
    mutationFn: async (init: AnyInit) => (await fetchClient.request(method, path, init)).data,
    onSuccess: async (...facts: Parameters<OnSuccess>) => {
      const [, , , { client }] = facts;
      await onSuccess?.(...facts);
      await Promise.all(
        invalidates.map((id) => {
          const { method, path } = operationTable[id];
          return invalidate(client, [method, path]);
        }),
      );
    },
  });
  return {
    invalidates: changed,
    mutationKey: () => mutationKey,
    mutationOptions,
    useMutation: (options?: Options) => useMutation(mutationOptions(options)),
  };
}

/**
 * A first answer that is still on its way may have been read before the change, and TanStack Query would wait for it and
 * take it for new: it is fetched once more.
 */
async function invalidate(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  const isAwaited = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .some(({ state }) => state.data === undefined);
  await client.invalidateQueries({ queryKey });
  if (isAwaited) await client.invalidateQueries({ queryKey });
}
