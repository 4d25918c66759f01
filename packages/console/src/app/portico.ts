import { createPortico } from "@portico/client";
import { createPorticoQuery } from "@portico/react-query";
import { QueryClient } from "@tanstack/react-query";
import { apiAddress } from "./address.ts";

/** The gateway that serves this page. The session's cookie goes along by itself; no key is kept in the page. */
export const client = createPortico({
  baseUrl: apiAddress,
  apiKey: null,
  app: { title: "Portico console" },
});

export const portico = createPorticoQuery(client);

/** For how long an answer counts as new: a screen that is opened again shows it at once, and asks again after this. */
const freshMs = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: freshMs, refetchOnWindowFocus: true } },
});
