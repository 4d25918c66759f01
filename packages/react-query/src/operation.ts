import type {
  DataTag,
  InfiniteData,
  QueryClient,
  QueryFunction,
  UseInfiniteQueryOptions,
  UseInfiniteQueryResult,
  UseMutationOptions,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
  UseSuspenseInfiniteQueryOptions,
  UseSuspenseInfiniteQueryResult,
  UseSuspenseQueryOptions,
  UseSuspenseQueryResult,
} from "@tanstack/react-query";
import type {
  Data,
  InfiniteKey,
  Init,
  OperationError,
  OperationId,
  QueryKey,
} from "./operation-types.ts";

/** What comes before the options of a call: nothing has to be given where nothing is required. */
type Given<Id extends OperationId, Options> =
  Record<never, never> extends Init<Id>
    ? [init?: Init<Id>, options?: Options]
    : [init: Init<Id>, options?: Options];

type Own = "queryKey" | "queryFn";
type Paging = "initialPageParam" | "getNextPageParam";

/** TanStack Query's options, without those that an operation sets. */
export interface QueryOptions<Id extends OperationId, Selected>
  extends Omit<UseQueryOptions<Data<Id>, OperationError<Id>, Selected, QueryKey<Id>>, Own> {}

/** TanStack Query's options, without those that an operation sets. */
export interface SuspenseQueryOptions<Id extends OperationId, Selected>
  extends Omit<
    UseSuspenseQueryOptions<Data<Id>, OperationError<Id>, Selected, QueryKey<Id>>,
    Own
  > {}

/** The options of one query, for `useQuery`, `useQueries`, `queryClient.query` and every other function that takes some. */
export interface CompleteQueryOptions<Id extends OperationId, Selected = Data<Id>>
  extends QueryOptions<Id, Selected> {
  queryKey: DataTag<QueryKey<Id>, Data<Id>, OperationError<Id>>;
  queryFn: QueryFunction<Data<Id>, QueryKey<Id>>;
}

/** An operation that reads. */
export interface Query<Id extends OperationId> {
  /** The key of one query. Without `init` it is the beginning of the keys of all queries of this operation. */
  queryKey(init?: Init<Id>): DataTag<QueryKey<Id>, Data<Id>, OperationError<Id>>;
  /** Key and function of one query, which need neither a component nor a `QueryClient`. */
  queryOptions<Selected = Data<Id>>(
    ...given: Given<Id, QueryOptions<Id, Selected>>
  ): CompleteQueryOptions<Id, Selected>;
  /** The answer, asked for when a component needs it. */
  useQuery<Selected = Data<Id>>(
    ...given: Given<Id, QueryOptions<Id, Selected>>
  ): UseQueryResult<Selected, OperationError<Id>>;
  /** The answer itself: the nearest `Suspense` waits for it, and the nearest error boundary shows what is wrong. */
  useSuspenseQuery<Selected = Data<Id>>(
    ...given: Given<Id, SuspenseQueryOptions<Id, Selected>>
  ): UseSuspenseQueryResult<Selected, OperationError<Id>>;
  /** Fetches before a page asks, on a server or ahead of a click. Never throws: the page that asks later tries again. */
  prefetch(
    queryClient: QueryClient,
    ...given: Given<Id, QueryOptions<Id, Data<Id>>>
  ): Promise<void>;
}

/** TanStack Query's options, without those that an operation sets. */
export interface InfiniteOptions<Id extends OperationId, Cursor, Selected>
  extends Omit<
    UseInfiniteQueryOptions<Data<Id>, OperationError<Id>, Selected, InfiniteKey<Id>, Cursor>,
    Own | Paging
  > {}

/** TanStack Query's options, without those that an operation sets. */
export interface SuspenseInfiniteOptions<Id extends OperationId, Cursor, Selected>
  extends Omit<
    UseSuspenseInfiniteQueryOptions<
      Data<Id>,
      OperationError<Id>,
      Selected,
      InfiniteKey<Id>,
      Cursor
    >,
    Own | Paging
  > {}

/** The options of one list with pages, for `useInfiniteQuery`, `queryClient.infiniteQuery` and the others. */
export interface CompleteInfiniteOptions<
  Id extends OperationId,
  Cursor,
  Selected = InfiniteData<Data<Id>, Cursor>,
> extends InfiniteOptions<Id, Cursor, Selected> {
  queryKey: DataTag<InfiniteKey<Id>, InfiniteData<Data<Id>, Cursor>, OperationError<Id>>;
  queryFn: QueryFunction<Data<Id>, InfiniteKey<Id>, Cursor>;
  initialPageParam: Cursor;
  getNextPageParam(page: Data<Id>, pages: Data<Id>[], cursor: Cursor): Cursor | undefined;
}

/** An operation that reads a list page by page. `Cursor` says where a page begins. */
export interface PagedQuery<Id extends OperationId, Cursor> extends Query<Id> {
  /** Key and function of one list, which need neither a component nor a `QueryClient`. */
  infiniteOptions<Selected = InfiniteData<Data<Id>, Cursor>>(
    ...given: Given<Id, InfiniteOptions<Id, Cursor, Selected>>
  ): CompleteInfiniteOptions<Id, Cursor, Selected>;
  /** The pages that were asked for, and `fetchNextPage` for one more. */
  useInfiniteQuery<Selected = InfiniteData<Data<Id>, Cursor>>(
    ...given: Given<Id, InfiniteOptions<Id, Cursor, Selected>>
  ): UseInfiniteQueryResult<Selected, OperationError<Id>>;
  /** The same, where the nearest `Suspense` waits for the first page. */
  useSuspenseInfiniteQuery<Selected = InfiniteData<Data<Id>, Cursor>>(
    ...given: Given<Id, SuspenseInfiniteOptions<Id, Cursor, Selected>>
  ): UseSuspenseInfiniteQueryResult<Selected, OperationError<Id>>;
  /** Fetches the first page before a component asks for it. */
  prefetchInfinite(
    queryClient: QueryClient,
    ...given: Given<Id, InfiniteOptions<Id, Cursor, InfiniteData<Data<Id>, Cursor>>>
  ): Promise<void>;
}

/** TanStack Query's options of a mutation, and what it invalidates. */
export interface MutationOptions<Id extends OperationId, OnMutate = unknown>
  extends Omit<
    UseMutationOptions<Data<Id>, OperationError<Id>, Init<Id>, OnMutate>,
    "mutationKey" | "mutationFn"
  > {
  /** The operations whose answers are fetched again after a success; by default those of the contract. */
  invalidates?: readonly OperationId[];
}

/** An operation that writes. */
export interface Mutation<Id extends OperationId> {
  /** The key of all mutations of this operation. */
  mutationKey(): readonly [method: string, path: string];
  /** Key and function of the mutation, which need neither a component nor a `QueryClient`. */
  mutationOptions<OnMutate = unknown>(
    options?: MutationOptions<Id, OnMutate>,
  ): UseMutationOptions<Data<Id>, OperationError<Id>, Init<Id>, OnMutate>;
  /**
   * After a success, what the contract says that this operation changes is fetched again where a component shows it;
   * until then the mutation is pending. Your own `onSuccess` runs first.
   */
  useMutation<OnMutate = unknown>(
    options?: MutationOptions<Id, OnMutate>,
  ): UseMutationResult<Data<Id>, OperationError<Id>, Init<Id>, OnMutate>;
  /** The operations whose answers this one changes, as the contract says. */
  readonly invalidates: readonly OperationId[];
}
