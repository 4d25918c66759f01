import { isApiError, type Schema } from "@portico/client";
import { createContext, useContext } from "react";

export type Session = Schema<"CurrentSession">;

export const Current = createContext<Session | null>(null);

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

/** Another 401 says that a key of another kind would be needed. */
export function isSessionMissing(error: unknown): boolean {
  return isApiError(error, 401) && error.metadata?.["kind"] !== "wrong_key_kind";
}
