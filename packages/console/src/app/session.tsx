import { isApiError } from "@portico/client";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Failure, Loading } from "../parts/states.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { Current, type Session } from "./current-session.ts";
import { popups } from "./popups.ts";
import { portico, queryClient } from "./portico.ts";

const SignInAgain = lazy(popups.signInAgain);

/**
 * Asks who is signed in. Without a session, the sign-in takes the place of every screen, and their address stays. Where a
 * session ends while the page is open, the sign-in hides the screens and keeps them, with all that was typed into them.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = portico.getSession.useQuery(
    {},
    // Asking again would take the sign-in away for a moment, with what was typed into it. The page has asked before.
    {
      refetchOnWindowFocus: ({ state }) => state.data !== undefined,
      refetchOnReconnect: false,
      retryOnMount: false,
    },
  );
  const isSignedOut = isApiError(error, 401);
  useForgetting(data === undefined ? undefined : identityOf(data.data));
  if (data === undefined) {
    if (isSignedOut) return <SignIn onSignedIn={() => void queryClient.resetQueries()} />;
    return error === null ? <Loading /> : <Failure error={error} onRetry={refetch} />;
  }
  const session = data.data;
  return (
    <>
      <Current key={identityOf(session)} value={session}>
        <div className="signed-in" hidden={isSignedOut}>
          {children}
        </div>
      </Current>
      {isSignedOut && (
        <Suspense fallback={<Loading />}>
          <SignInAgain
            onSignedIn={(next) => {
              // Another person must not see what this one saw.
              if (identityOf(next) === identityOf(session)) return queryClient.invalidateQueries();
              return queryClient.resetQueries();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where another person signs in by another window, this page forgets what the one before saw. */
function useForgetting(identity: string | undefined): void {
  const last = useRef(identity);
  useEffect(() => {
    if (identity === undefined) return;
    if (last.current !== undefined && last.current !== identity)
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[1] !== "/session" });
    last.current = identity;
  }, [identity]);
}

function identityOf({ organization_id: organisation, subject, role }: Session): string {
  return JSON.stringify([organisation, subject, role]);
}
