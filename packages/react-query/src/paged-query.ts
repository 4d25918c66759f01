import {
  type QueryClient,
  type QueryFunctionContext,
  useInfiniteQuery,
  useSuspenseInfiniteQuery,
} from "@tanstack/react-query";
import { createQuery, nothing, ownRetries } from "./query.ts";
import type { Pages, Row } from "./row.ts";
import type { AnyInit, Backend } from "./untyped.ts";

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
