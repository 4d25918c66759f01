/**
 * When everything fails at once, retries would multiply the load on what is already down. So each request
 * pays in a quarter of a retry and each further attempt takes out a whole one: over any time from the start
 * there are at most requests ÷ 4 + reserve more upstream calls than requests.
 */
export interface RetryBudget {
  /** A request begins; its first attempt is free. */
  deposit(): void;
  /** Whether one more attempt may be made. */
  tryWithdraw(): boolean;
}

const quartersPerRetry = 4;

export interface RetryBudgetOptions {
  /** Retries that may be made before any request has paid in. */
  readonly reserve?: number;
  /** The most that quiet times may save up for a bad one. */
  readonly most?: number;
}

export function createRetryBudget({
  reserve = 10,
  most = 500,
}: RetryBudgetOptions = {}): RetryBudget {
  let quarters = reserve * quartersPerRetry;
  return {
    deposit() {
      quarters = Math.min(quarters + 1, most * quartersPerRetry);
    },
    tryWithdraw() {
      if (quarters < quartersPerRetry) return false;
      quarters -= quartersPerRetry;
      return true;
    },
  };
}
