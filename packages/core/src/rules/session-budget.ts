import { GatewayError } from "../failures.ts";
import { toNanousd } from "./amounts.ts";

export const sessionBudgetHeader = "x-session-budget";

const amount = /^\d{1,7}(?:\.\d{1,9})?$/;
/** As for the limit of a key. */
const mostUsd = 9_000_000;

/**
 * What a session may spend, in nanodollars: the lower of what the header and the key say; null where neither does. A header
 * that would limit nothing is refused. A key's budget limits the requests that name a session.
 */
export function readSessionBudget(
  header: string | null | undefined,
  sessionId: string | null,
  ofKey: number | null,
): number | null {
  if (header === null || header === undefined) return sessionId === null ? null : ofKey;
  const text = header.trim();
  if (!amount.test(text) || Number(text) > mostUsd)
    throw wrong(
      `X-Session-Budget must be an amount in US dollars, such as 0.5, of at most ${mostUsd}.`,
    );
  if (sessionId === null)
    throw wrong(
      "X-Session-Budget limits a session, and the request names none. Name it, such as in X-Session-Id.",
    );
  return Math.min(toNanousd(Number(text)), ofKey ?? Number.POSITIVE_INFINITY);
}

function wrong(message: string): GatewayError {
  return new GatewayError("badRequest", { message, metadata: { field: "X-Session-Budget" } });
}
