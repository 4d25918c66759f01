import { isApiError, type Schema } from "@portico/client";
import { createContext, type ReactNode, useContext } from "react";
import { Failure, Loading } from "../parts/states.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { portico, queryClient } from "./portico.ts";

export type Session = Schema<"CurrentSession">;

const Current = createContext<Session | null>(null);

/** The session of the page: who looks, and what they may call. */
export function useSession(): Session {
  const session = useContext(Current);
  if (session === null) throw new Error("There is no session here.");
  return session;
}

/** Whether the gateway would let this session call an operation. It decides what is drawn; the gateway decides what is done. */
export function useMay(operation: string): boolean {
  return useSession().operations.includes(operation);
}

/** Asks who is signed in. Without a session, the sign-in takes the place of every screen, and their address stays. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = portico.getSession.useQuery();
  if (data !== undefined && !isApiError(error, 401))
    return <Current value={data.data}>{children}</Current>;
  if (isApiError(error, 401)) return <SignIn onSignedIn={() => void queryClient.resetQueries()} />;
  return error === null ? <Loading /> : <Failure error={error} onRetry={refetch} />;
}
