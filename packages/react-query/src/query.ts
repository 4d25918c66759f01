import { type QueryClient, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { Row } from "./row.ts";
import type { AnyInit, Backend } from "./untyped.ts";

/** The client has tried again already, as often as its options say and as late as the service asks. */
export const ownRetries = { retry: false } as const;

/** What `Query` describes, for one row of the table. */
export function createQuery({ queryClient: api }: Backend, { path }: Row): object {
  const queryOptions = (init?: AnyInit, options: object = {}) => ({
    ...ownRetries,
    ...api.queryOptions("get", path, givenIn(init)),
    ...options,
  });
  return {
    queryKey: (init?: AnyInit) => queryOptions(init).queryKey,
    queryOptions,
    useQuery: (init?: AnyInit, options?: object) => useQuery(queryOptions(init, options)),
    useSuspenseQuery: (init?: AnyInit, options?: object) =>
      useSuspenseQuery(queryOptions(init, options)),
    prefetch: (queryClient: QueryClient, init?: AnyInit, options?: object) =>
      queryClient.query(queryOptions(init, options)).then(nothing, nothing),
  };
}

/** A prefetch that fails is no error of the page: its component asks again, and shows what is wrong. */
export const nothing = (): void => undefined;

/** Nothing and an object without fields ask the same, so they have one key. */
function givenIn(init: AnyInit | undefined): AnyInit | undefined {
  return init && Object.keys(init).length > 0 ? init : undefined;
}
