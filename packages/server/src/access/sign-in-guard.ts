import { GatewayError } from "../errors.ts";
import { networkOf } from "../networks.ts";

export interface SignInGuard {
  /** Throws 429 where too many attempts from this address have failed. It counts as failed until it has succeeded. */
  attempt(address: string | null): { succeeded(): void };
  /** Throws 429 where this person or key has signed in too often, at any address. */
  begin(owner: string): void;
}

export interface SignInGuardOptions {
  readonly mostFailures?: number;
  readonly mostSessions?: number;
  readonly perMs?: number;
  readonly mostAddresses?: number;
  /** A clock that never goes back. */
  readonly now?: () => number;
}

interface Counted {
  count: number;
  readonly untilMs: number;
}

/**
 * Bounds failed sign-ins by address, and successful ones by their owner, in this process. Keys cannot be guessed; the
 * bounds keep attempts from filling the log and from reading the store, and sessions from filling the audit log.
 */
export function createSignInGuard({
  mostFailures = 10,
  mostSessions = 30,
  perMs = 60_000,
  mostAddresses = 10_000,
  // A steady clock: one that is set back would lengthen the wait.
  now = () => performance.now(),
}: SignInGuardOptions = {}): SignInGuard {
  const counter = (most: number, message: string) => {
    const known = new Map<string, Counted>();
    return (of: string): Counted => {
      const nowMs = now();
      const before = known.get(of);
      const counted =
        before !== undefined && before.untilMs > nowMs
          ? before
          : { count: 0, untilMs: nowMs + perMs };
      if (counted.count >= most) throw tooOften(message, counted.untilMs - nowMs);
      // Drops the oldest: a Map keeps the order of insertion.
      known.delete(of);
      const [oldest] = known.keys();
      if (known.size >= mostAddresses && oldest !== undefined) known.delete(oldest);
      counted.count += 1;
      known.set(of, counted);
      return counted;
    };
  };
  const failed = counter(
    mostFailures,
    "Too many attempts to sign in have failed from this address. Try again in a minute.",
  );
  const begun = counter(
    mostSessions,
    `There were ${mostSessions} sign-ins within a minute. Keep the session of one of them, or try again in a minute.`,
  );
  return {
    attempt(address) {
      const counted = failed(networkOf(address));
      return {
        succeeded() {
          counted.count -= 1;
        },
      };
    },
    begin(owner) {
      begun(owner);
    },
  };
}

function tooOften(message: string, waitMs: number): GatewayError {
  return new GatewayError("rateLimited", {
    message,
    metadata: { of: "sign_ins" },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
