/**
 * Limits retries, which would multiply the load when every upstream fails at once. Each request pays in a quarter of
 * a retry and each further attempt takes out a whole one: over any time from the start a caller makes at most
 * requests ÷ 4 + reserve more upstream calls than requests. Each caller has its own budget, so that one whose requests
 * fail at will does not use up the retries of the others.
 */
export interface RetryBudget {
  /** A request begins. Its first attempt costs nothing. */
  deposit(asker: string): void;
  /** Takes out one retry. Returns false if the budget has none. */
  tryWithdraw(asker: string): boolean;
}

const quartersPerRetry = 4;
/** The callers that are remembered: the oldest is dropped, and starts with a new budget. */
const maxAskers = 10_000;

export interface RetryBudgetOptions {
  /** Retries that a caller may make before its requests have paid in. */
  readonly reserve?: number;
  /** The most that a caller can save up. */
  readonly most?: number;
}

export function createRetryBudget({
  reserve = 10,
  most = 500,
}: RetryBudgetOptions = {}): RetryBudget {
  const byAsker = new Map<string, number>();
  const quartersOf = (asker: string) => byAsker.get(asker) ?? reserve * quartersPerRetry;
  const set = (asker: string, quarters: number) => {
    if (byAsker.size >= maxAskers && !byAsker.has(asker)) forgetOldest(byAsker);
    byAsker.set(asker, quarters);
  };
  return {
    deposit(asker) {
      set(asker, Math.min(quartersOf(asker) + 1, most * quartersPerRetry));
    },
    tryWithdraw(asker) {
      const quarters = quartersOf(asker);
      if (quarters < quartersPerRetry) return false;
      set(asker, quarters - quartersPerRetry);
      return true;
    },
  };
}

function forgetOldest(byAsker: Map<string, number>): void {
  const [oldest] = byAsker.keys();
  if (oldest !== undefined) byAsker.delete(oldest);
}
