import "./dom.ts";
import { createPortico, type Portico, type PorticoOptions } from "@portico/client";
import { type Mock, startMock } from "@portico/mock";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, renderHook } from "@testing-library/react";
import { createElement, type ReactNode, StrictMode } from "react";

// It ends what hangs: a busy machine takes its time.
configure({ asyncUtilTimeout: 60_000 });

/** The contract's mock on a free port. */
export function startContractMock(paceMs = 0): Promise<Mock> {
  return startMock({ rehearsal: { paceMs } });
}

/** A client of the mock that asks each time for what `prefer` names, such as `code=429`. */
export function clientOf(mock: Pick<Mock, "url">, options: Partial<PorticoOptions> = {}): Portico {
  return createPortico({ baseUrl: mock.url, apiKey: "any-key", retry: false, ...options });
}

/** A page in strict mode with a query client of its own. */
export function page(queryClient = new QueryClient()) {
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(
      StrictMode,
      null,
      createElement(QueryClientProvider, { client: queryClient }, children),
    );
  return {
    queryClient,
    wrapper,
    render: <Value>(hook: () => Value) => renderHook(hook, { wrapper }),
  };
}
