import {
  type QueryClient,
  type QueryFunctionContext,
  useInfiniteQuery,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import type { AnyInit, Backend, Pages, Row } from "./untyped.ts";

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
const nothing = (): void => undefined;

/** Nothing and an object without fields ask the same, so they have one key. */
function givenIn(init: AnyInit | undefined): AnyInit | undefined {
  return init && Object.keys(init).length > 0 ? init : undefined;
}

/** The fields of a list by which the next page is found. */
interface List {
  readonly data: readonly unknown[];
  readonly total_count?: number;
  readonly next_cursor?: string | null;
}

/** What `PagedQuery` describes, for one row of the table. */
export function createPagedQuery(backend: Backend, row: Row, pages: Pages): object {
  const infiniteOptions = (init: AnyInit = {}, options: object = {}) => ({
    ...ownRetries,
    // A list of one page has the same key without the last part: neither reads the other's data.
    queryKey: ["get", row.path, init, "infinite"] as const,
    queryFn: async ({ pageParam, signal }: QueryFunctionContext<readonly unknown[], unknown>) => {
      const page = { ...pageOf(init, pages, pageParam), signal };
      return (await backend.fetchClient.request("get", row.path, page)).data;
    },
    initialPageParam: firstPage(init, pages),
    getNextPageParam: (page: unknown, _: unknown, at: unknown) => nextPage(page, pages, at),
    ...options,
  });
  return {
    ...createQuery(backend, row),
    infiniteOptions,
    useInfiniteQuery: (init?: AnyInit, options?: object) =>
      useInfiniteQuery(infiniteOptions(init, options)),
    useSuspenseInfiniteQuery: (init?: AnyInit, options?: object) =>
      useSuspenseInfiniteQuery(infiniteOptions(init, options)),
    prefetchInfinite: (queryClient: QueryClient, init?: AnyInit, options?: object) =>
      queryClient.infiniteQuery(infiniteOptions(init, options)).then(nothing, nothing),
  };
}

function firstPage({ params }: AnyInit, { by }: Pages): unknown {
  return params?.query?.[by] ?? (by === "offset" ? 0 : null);
}

function pageOf(init: AnyInit, { by }: Pages, at: unknown): AnyInit {
  const { [by]: _, ...query } = init.params?.query ?? {};
  // The first page of a list with cursors has none.
  return {
    ...init,
    params: { ...init.params, query: at === null ? query : { ...query, [by]: at } },
  };
}

/** Where the page after this one begins; undefined where this is the last one. */
function nextPage(page: unknown, { by, in: place }: Pages, at: unknown): unknown {
  const list = listIn(page, place);
  if (list === undefined) return undefined;
  if (by === "cursor") return list.next_cursor ?? undefined;
  const next = Number(at) + list.data.length;
  // An empty page ends the list too: what was deleted meanwhile would else be asked for again and again.
  return list.data.length > 0 && next < (list.total_count ?? 0) ? next : undefined;
}

function listIn(page: unknown, place: string | undefined): List | undefined {
  const found: unknown = place === undefined ? page : isObject(page) ? page[place] : undefined;
  return isList(found) ? found : undefined;
}

function isList(value: unknown): value is List {
  return isObject(value) && Array.isArray(value["data"]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
