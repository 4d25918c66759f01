import "./support/dom.ts";
import type { Mock } from "@portico/mock";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { act, cleanup, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPorticoQuery } from "../src/index.ts";
import { countedClient } from "./support/counted.ts";
import { page, startContractMock } from "./support/page.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startContractMock();
});
afterAll(() => mock.close());
afterEach(cleanup);

const body = { name: "Search service" };

describe("a mutation", () => {
  it("fetches again what it changes, and nothing else (openapi-typescript#1898)", async () => {
    const { client, asked } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => ({
      keys: portico.listApiKeys.useQuery(),
      more: portico.listApiKeys.useInfiniteQuery(),
      models: portico.listModels.useQuery(),
      create: portico.createApiKey.useMutation(),
    }));
    await waitFor(() => {
      const { keys, more, models } = result.current;
      expect([keys, more, models].every(({ isSuccess }) => isSuccess)).toBe(true);
    });
    asked.length = 0;
    await act(async () => {
      const created = await result.current.create.mutateAsync({ body });
      expect(created.key).toBeTypeOf("string");
    });
    expect(asked.toSorted()).toEqual(["GET /keys", "GET /keys", "POST /keys"]);
  });

  it("fetches again what was still awaited for the first time when it was done", async () => {
    const held = Promise.withResolvers<void>();
    const { client, asked } = countedClient(mock, {
      fetch: async (request) => {
        const reply = await fetch(request);
        // Read before the change, and answered after it.
        if (request.method === "GET") await held.promise;
        return reply;
      },
    });
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => ({
      keys: portico.listApiKeys.useQuery(),
      create: portico.createApiKey.useMutation({ onSuccess: () => held.resolve() }),
    }));
    await act(() => result.current.create.mutateAsync({ body }));
    expect(asked).toEqual(["GET /keys", "POST /keys", "GET /keys"]);
    expect(result.current.keys.isSuccess).toBe(true);
  });

  it("marks what no component shows as stale", async () => {
    const { client } = countedClient(mock);
    const { createApiKey, listAuditEvents, listModels } = createPorticoQuery(client);
    const { queryClient, render } = page();
    await listAuditEvents.prefetch(queryClient);
    await listModels.prefetch(queryClient);
    const { result } = render(() => createApiKey.useMutation());
    await act(() => result.current.mutateAsync({ body }));
    const isInvalidated = (queryKey: readonly unknown[]) =>
      queryClient.getQueryState(queryKey)?.isInvalidated;
    expect(isInvalidated(listAuditEvents.queryKey())).toBe(true);
    expect(isInvalidated(listModels.queryKey())).toBe(false);
  });

  it("calls the page's onSuccess first, and invalidates what the page names instead", async () => {
    const { client, asked } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => ({
      keys: portico.listApiKeys.useQuery(),
      credits: portico.getCredits.useQuery(),
      create: portico.createApiKey.useMutation({
        invalidates: ["getCredits"],
        onSuccess: ({ key }) => void asked.push(`onSuccess ${typeof key}`),
      }),
    }));
    await waitFor(() => expect(result.current.credits.isSuccess).toBe(true));
    await waitFor(() => expect(result.current.keys.isSuccess).toBe(true));
    asked.length = 0;
    await act(() => result.current.create.mutateAsync({ body }));
    expect(asked).toEqual(["POST /keys", "onSuccess string", "GET /credits"]);
  });

  it("changes nothing where it fails, and says why", async () => {
    const { client, asked } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => ({
      keys: portico.listApiKeys.useQuery(),
      create: portico.createApiKey.useMutation(),
    }));
    await waitFor(() => expect(result.current.keys.isSuccess).toBe(true));
    asked.length = 0;
    act(() => result.current.create.mutate({ body, headers: { Prefer: "code=400" } }));
    await waitFor(() => expect(result.current.create.isError).toBe(true));
    const { error } = result.current.create;
    expect(error?.kind === "api" && error.status === 400).toBe(true);
    expect(asked).toEqual(["POST /keys"]);
  });

  it("needs no component", async () => {
    const { client } = countedClient(mock);
    const { createApiKey, listApiKeys } = createPorticoQuery(client);
    const queryClient = new QueryClient();
    await listApiKeys.prefetch(queryClient);
    const observer = new MutationObserver(queryClient, createApiKey.mutationOptions());
    await observer.mutate({ body });
    expect(queryClient.getQueryState(listApiKeys.queryKey())?.isInvalidated).toBe(true);
  });

  it("of an operation that can stream gives the whole answer (hey-api#2532, #3203, #4330)", async () => {
    const { client } = countedClient(mock);
    const portico = createPorticoQuery(client);
    const { render } = page();
    const { result } = render(() => portico.createResponse.useMutation());
    await act(async () => {
      const { output, usage } = await result.current.mutateAsync({
        body: { model: "sandbox/text", input: "Hello" },
      });
      expect([output.length, usage?.total_tokens]).toEqual([1, expect.any(Number)]);
    });
    type Body = Parameters<typeof result.current.mutate>[0]["body"];
    // @ts-expect-error a mutation has one whole answer: useResponseStream streams
    expect({ model: "m", input: "", stream: true } satisfies Body).toBeDefined();
  });
});
