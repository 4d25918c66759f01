import { GatewayError } from "../errors.ts";
import { networkOf } from "../networks.ts";

export interface SignInGuard {
  /** Throws 429 where too many attempts from this address have failed. It counts as failed until it has succeeded. */
  attempt(address: string | null): { succeeded(): void };
}

export interface SignInGuardOptions {
  readonly mostFailures?: number;
  readonly perMs?: number;
  readonly mostAddresses?: number;
  readonly now?: () => number;
}

interface Failures {
  count: number;
  readonly untilMs: number;
}

/**
 * Bounds failed sign-ins by address, in this process. Keys cannot be guessed; the bound keeps attempts from filling the
 * log and from reading the store.
 */
export function createSignInGuard({
  mostFailures = 10,
  perMs = 60_000,
  mostAddresses = 10_000,
  // A steady clock: one that is set back would lengthen the wait.
  now = () => performance.now(),
}: SignInGuardOptions = {}): SignInGuard {
  const failures = new Map<string, Failures>();
  return {
    attempt(address) {
      const network = networkOf(address);
      const nowMs = now();
      const known = failures.get(network);
      const counted =
        known !== undefined && known.untilMs > nowMs ? known : { count: 0, untilMs: nowMs + perMs };
      if (counted.count >= mostFailures) throw tooOften(counted.untilMs - nowMs);
      // Drops the oldest: a Map keeps the order of insertion.
      failures.delete(network);
      const [oldest] = failures.keys();
      if (failures.size >= mostAddresses && oldest !== undefined) failures.delete(oldest);
      counted.count += 1;
      failures.set(network, counted);
      return {
        succeeded() {
          counted.count -= 1;
        },
      };
    },
  };
}

function tooOften(waitMs: number): GatewayError {
  return new GatewayError("rateLimited", {
    message: "Too many attempts to sign in have failed from this address. Try again in a minute.",
    metadata: { of: "sign_ins" },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
