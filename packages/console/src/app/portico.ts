import { createPortico } from "@portico/client";
import { createPorticoQuery } from "@portico/react-query";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { fetchOrEarly } from "../early/answers.ts";
import { apiAddress } from "./address.ts";
import { isSessionMissing } from "./current-session.ts";

/** The gateway that serves this page. The session's cookie goes along by itself; no key is kept in the page. */
export const client = createPortico({
  baseUrl: apiAddress,
  apiKey: null,
  fetch: fetchOrEarly,
  app: { title: "Portico console" },
});

export const portico = createPorticoQuery(client);

/** For how long an answer counts as new: a screen that is opened again shows it at once, and asks again after this. */
const freshMs = 10_000;

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: freshMs, refetchOnWindowFocus: true } },
  queryCache: new QueryCache({ onError: (error) => askWhoIsSignedIn(error) }),
  mutationCache: new MutationCache({ onError: (error) => askWhoIsSignedIn(error) }),
});

/** Any refusal for want of a session may mean that it has ended. The session's own answer decides. */
function askWhoIsSignedIn(error: unknown): void {
  const queryKey = portico.getSession.queryKey();
  const known = queryClient.getQueryState(queryKey);
  // Without a session, the sign-in is on the page already.
  if (!isSessionMissing(error) || known?.data === undefined || known.error !== null) return;
  void queryClient.invalidateQueries({ queryKey });
}
