import type { Schema } from "@portico/client";
import { pageHref } from "../screens/sign-in/sign-in-href.ts";
import { portico, queryClient } from "./portico.ts";

let isSignedOut = false;

/** Whether the person has signed out in this page: then it does not sign in again by itself. */
export function hasSignedOut(): boolean {
  return isSignedOut;
}

/**
 * Ends the session at the gateway, and forgets every answer that this page has of it. Where the session came from a
 * provider or a proxy, the browser signs out there too.
 */
export function useSignOut(way: Schema<"SessionWay">): () => void {
  const ways = portico.listSignInWays.useQuery({}, { staleTime: Number.POSITIVE_INFINITY });
  const own = ways.data?.data.find((one) => one.way === way);
  const end = portico.deleteSession.useMutation({
    onSuccess: () => {
      const href = pageHref(own?.sign_out_href ?? null, document.baseURI);
      if (href !== null) window.location.assign(href);
    },
    onSettled: () => queryClient.resetQueries(),
  });
  return () => {
    isSignedOut = true;
    end.mutate({});
  };
}
