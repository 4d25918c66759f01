import "./support/dom.ts";
import type { PorticoError } from "@portico/client";
import type { Mock } from "@portico/mock";
import {
  type DehydratedState,
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useQueries,
} from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode, Suspense } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { operationTable } from "../src/generated/operation-table.ts";
import { createPorticoQuery } from "../src/index.ts";
import type { Row } from "../src/untyped.ts";
import { countedClient } from "./support/counted.ts";
import { clientOf, page, startContractMock } from "./support/page.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startContractMock();
});
afterAll(() => mock.close());
afterEach(cleanup);

const failing = (status: number) => ({ headers: { Prefer: `code=${status}` } });

describe("a query", () => {
  it("fetches for a component, and keeps the answer under the key of openapi-react-query", async () => {
    const { client, asked } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const { queryClient, render } = page();
    const init = { params: { query: { limit: 2 } } };
    const { result } = render(() =>
      portico.listApiKeys.useQuery(init, { select: ({ data }) => data.map(({ name }) => name) }),
    );
    await waitFor(() => expect(result.current.data?.[0]).toBeTypeOf("string"));
    expect(portico.listApiKeys.queryKey(init)).toEqual(["get", "/keys", init]);
    const kept = queryClient.getQueryData(portico.listApiKeys.queryKey(init));
    expect(kept?.data[0]?.name).toBe(result.current.data?.[0]);
    expect(asked).toEqual(["GET /keys?limit=2"]);
  });

  it("is found by the beginning of its key, with any parameters (openapi-typescript#1804, #1806)", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const queryClient = new QueryClient();
    const path = { hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" };
    await portico.getApiKey.prefetch(queryClient, { params: { path } });
    const isStale = () =>
      queryClient.getQueryState(portico.getApiKey.queryKey({ params: { path } }))?.isInvalidated;
    expect(isStale()).toBe(false);
    await queryClient.invalidateQueries({ queryKey: portico.getApiKey.queryKey() });
    expect(isStale()).toBe(true);
  });

  it("is answered by the mock for every GET of the contract", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const queryClient = new QueryClient();
    const rows: [string, Row][] = Object.entries(operationTable);
    const ids = rows.flatMap(([id, row]) => (row.invalidates ? [] : [id]));
    expect(ids.length).toBeGreaterThan(15);
    const path = { id: "5f0c1a52-3b2e-4c8e-9a57-0d6f1a2b3c4d", author: "acme", slug: "writer" };
    const named = { ...path, hash: "f".repeat(64), version: "1" };
    const init = { params: { path: named, query: { id: "req_1" } } };
    for (const id of ids) {
      const params = id === "getGeneration" ? init.params : { path: init.params.path };
      const options = Reflect.get(portico, id).queryOptions({
        params,
        headers: { Prefer: "code=200" },
      });
      const field = id === "getResponse" ? "output" : "data";
      expect(await queryClient.query(options), id).toHaveProperty(field);
    }
  });

  it("fails with the client's own error, which narrows by status (openapi-typescript#2360)", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const { render } = page();
    const { result } = render(() => portico.listApiKeys.useQuery(failing(401)));
    await waitFor(() => expect(result.current.isError).toBe(true));
    const { error } = result.current;
    if (error?.kind !== "api") throw new Error("not an answer of the service");
    if (error.status === 401) error.status satisfies 401;
    expect([error.status, error.serviceMessage]).toEqual([401, expect.any(String)]);
    error satisfies PorticoError;
  });

  it("leaves tries to the client, which knows Retry-After", async () => {
    const { client, asked } = countedClient(mock, {
      retry: { maxRetries: 1, baseDelayMs: 1 },
      fetch: () => Promise.resolve(Response.json({}, { status: 503 })),
    });
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => portico.listModels.useQuery());
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(asked).toHaveLength(2);
  });

  it("ends its request when no component needs it any more", async () => {
    const asked = Promise.withResolvers<Request>();
    const never = new Promise<Response>(() => undefined);
    const client = clientOf(mock, {
      fetch: (request) => {
        asked.resolve(request);
        return never;
      },
    });
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { unmount } = render(() => portico.listModels.useQuery());
    const { signal } = await asked.promise;
    expect(signal.aborted).toBe(false);
    unmount();
    expect(signal.aborted).toBe(true);
  });

  it("suspends a component until its data is there (openapi-typescript#2326)", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const { wrapper: Page } = page();
    const wrapper = ({ children }: { readonly children: ReactNode }) =>
      createElement(Page, null, createElement(Suspense, { fallback: "loading" }, children));
    const { result } = renderHook(() => portico.listProviders.useSuspenseQuery(), { wrapper });
    await waitFor(() => expect(result.current?.data.data.length).toBeGreaterThan(0));
    result.current.data.data satisfies readonly unknown[];
  });

  it("serves useQueries and the other functions that take options", async () => {
    const portico = createPorticoQuery(clientOf(mock));
    const { render } = page();
    const { result } = render(() =>
      useQueries({
        queries: [portico.listModels.queryOptions(), portico.getCredits.queryOptions()],
      }),
    );
    await waitFor(() => expect(result.current.every(({ isSuccess }) => isSuccess)).toBe(true));
    const [models, credits] = result.current;
    expect(models.data?.data[0]?.id).toBeTypeOf("string");
    expect(credits.data?.data.total_credits).toBeTypeOf("number");
  });

  it("is fetched on a server without a component, and not again in the browser (openapi-typescript#1898)", async () => {
    const onServer = new QueryClient();
    await createPorticoQuery(clientOf(mock)).listModels.prefetch(onServer);
    const sent: DehydratedState = JSON.parse(JSON.stringify(dehydrate(onServer)));

    const { client, asked } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const queryClient = new QueryClient();
    const wrapper = ({ children }: { readonly children: ReactNode }) =>
      createElement(
        QueryClientProvider,
        { client: queryClient },
        createElement(HydrationBoundary, { state: sent }, children),
      );
    const { result } = renderHook(() => portico.listModels.useQuery({}, { staleTime: 60_000 }), {
      wrapper,
    });
    expect(result.current.data?.data.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });
});
