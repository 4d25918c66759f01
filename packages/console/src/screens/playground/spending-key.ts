import { useState } from "react";
import { useSession } from "../../app/current-session.ts";

/** Only in the page's memory: it is gone when the page is closed or loaded again. */
let kept: { readonly session: string; readonly key: string } | null = null;

/** The ordinary key that a session without spending rights asks with. Another session does not get it. */
export function useSpendingKey(): readonly [string | null, (key: string | null) => void] {
  const { id } = useSession();
  const session = id ?? "";
  const [key, setKey] = useState(kept?.session === session ? kept.key : null);
  const keep = (given: string | null) => {
    kept = given === null ? null : { session, key: given };
    setKey(given);
  };
  return [key, keep];
}
