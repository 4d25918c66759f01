import { portico, queryClient } from "./portico.ts";

/** Ends the session at the gateway, and forgets every answer that this page has of it. */
export function useSignOut(): () => void {
  const end = portico.deleteSession.useMutation({
    onSettled: () => queryClient.resetQueries(),
  });
  return () => end.mutate({});
}
