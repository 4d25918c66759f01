import type { Schema } from "@portico/client";
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
