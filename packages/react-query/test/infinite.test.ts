import "./support/dom.ts";
import type { Mock } from "@portico/mock";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode, Suspense } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPorticoQuery } from "../src/index.ts";
import { countedClient } from "./support/counted.ts";
import { clientOf, page, startContractMock } from "./support/page.ts";

const url = "http://gateway.example/api/v1";
const json = (body: unknown) => Promise.resolve(Response.json(body));

/** Lists of five things, by offset and by cursor, as the gateway serves them. */
function listFetch(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const limit = Number(searchParams.get("limit") ?? 2);
  const at = Number(searchParams.get("offset") ?? searchParams.get("cursor") ?? 0);
  const data = ["a", "b", "c", "d", "e"].slice(at, at + limit).map((name) => ({ name }));
  const list = { data, total_count: 5, links: { next: null } };
  if (pathname.endsWith("/generations"))
    return json({ data, next_cursor: at + limit < 5 ? `${at + limit}` : null });
  return json(pathname.includes("/budgets/") ? { data: {}, end_users: list } : list);
}

const paged = () => {
  const { client, asked } = countedClient({ url }, { fetch: listFetch });
  return { portico: createPorticoQuery(client), asked };
};

let mock: Mock;
beforeAll(async () => {
  mock = await startContractMock();
});
afterAll(() => mock.close());
afterEach(cleanup);

describe("a list page by page", () => {
  it("goes on by offset until all are there (openapi-typescript#1828, #2062)", async () => {
    const { portico, asked } = paged();
    const { render } = page();
    const init = { params: { query: { limit: 2 } } };
    const { result } = render(() => portico.listWorkspaces.useInfiniteQuery(init));
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    while (result.current.hasNextPage) {
      const before = result.current.data?.pages.length ?? 0;
      void result.current.fetchNextPage();
      await waitFor(() => expect(result.current.data?.pages).toHaveLength(before + 1));
    }
    const names = result.current.data?.pages.flatMap(({ data }) => data.map(({ name }) => name));
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
    expect(result.current.data?.pageParams satisfies number[] | undefined).toEqual([0, 2, 4]);
    expect(asked).toEqual([0, 2, 4].map((at) => `GET /workspaces?limit=2&offset=${at}`));
  });

  it("goes on by cursor, and asks for the first page without one", async () => {
    const { portico, asked } = paged();
    const queryClient = new QueryClient();
    const options = portico.listGenerations.infiniteOptions({ params: { query: { limit: 3 } } });
    const { pages, pageParams } = await queryClient.infiniteQuery({ ...options, pages: 9 });
    expect(pages.map(({ data }) => data.length)).toEqual([3, 2]);
    expect(pageParams satisfies (string | null)[]).toEqual([null, "3"]);
    expect(asked).toEqual(["GET /generations?limit=3", "GET /generations?limit=3&cursor=3"]);
  });

  it("finds a list within a reply", async () => {
    const { portico } = paged();
    const path = { id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d" };
    const options = portico.getBudget.infiniteOptions({ params: { path } });
    const { pageParams } = await new QueryClient().infiniteQuery({ ...options, pages: 9 });
    expect(pageParams).toEqual([0, 2, 4]);
  });

  it("begins where its query says, and ends at an empty page", async () => {
    const { client } = countedClient(
      { url },
      { fetch: () => json({ data: [], total_count: 9, links: { next: null } }) },
    );
    const { listModels } = createPorticoQuery(client);
    const options = listModels.infiniteOptions({ params: { query: { offset: 4 } } });
    const { pageParams } = await new QueryClient().infiniteQuery({ ...options, pages: 9 });
    expect(pageParams).toEqual([4]);
  });

  it("is kept apart from the same list of one page, and both are found by the beginning of their keys", async () => {
    const { portico } = paged();
    const { queryClient, render } = page();
    const { result } = render(() => ({
      whole: portico.listModels.useQuery({}),
      paged: portico.listModels.useInfiniteQuery({}),
    }));
    await waitFor(() => expect(result.current.paged.data?.pages[0]?.data).toHaveLength(2));
    await waitFor(() => expect(result.current.whole.data?.data).toHaveLength(2));
    const found = queryClient.getQueryCache().findAll({ queryKey: portico.listModels.queryKey() });
    expect(found).toHaveLength(2);
  });

  it("suspends, and is there at once after a prefetch on a server (openapi-typescript#2077, #2326)", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const { wrapper: Page } = page();
    const wrapper = ({ children }: { readonly children: ReactNode }) =>
      createElement(Page, null, createElement(Suspense, { fallback: "loading" }, children));
    const suspended = renderHook(() => portico.listModels.useSuspenseInfiniteQuery(), { wrapper });
    await waitFor(() =>
      expect(suspended.result.current?.data.pages[0]?.data.length).toBeGreaterThan(0),
    );

    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
    const { client, asked } = countedClient(mock);
    const { listModels } = createPorticoQuery(client);
    await listModels.prefetchInfinite(queryClient);
    const { result } = renderHook(() => listModels.useInfiniteQuery(), {
      wrapper: ({ children }: { readonly children: ReactNode }) =>
        createElement(QueryClientProvider, { client: queryClient }, children),
    });
    expect(result.current.data?.pages).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });
});
