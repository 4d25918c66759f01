import type { PooledProvider } from "../providers/provider.ts";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.ts";
import { type Chance, raceTime } from "./ranking.ts";

/** What an upstream said of a credential: it is left alone until then. */
export interface Rest {
  readonly failure: UpstreamFailure;
  readonly status: number | null;
  /** The upstream's model, where only requests for it are limited; null: the whole account. */
  readonly upstreamModel: string | null;
  readonly sinceMs: number;
  readonly untilMs: number;
}

export interface CredentialPoolsOptions {
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Called with the end of each try, so far as it is known when an answer begins; null: it serves. */
  readonly onTried?: (one: PooledProvider, failure: UpstreamFailure | null) => void;
  /** Called where the upstream has refused or limits it, and where it serves after that (null). */
  readonly onRest?: (one: PooledProvider, rest: Rest | null) => void;
}

interface Entry {
  /** By upstream model; that of the whole account under `account`. */
  readonly rests: Map<string, Rest & { readonly failures: number }>;
  last: Rest | null;
  minute: number;
  requests: number;
  tokens: number;
}

const account = "";
const minuteMs = 60_000;
/** While one request tries a credential after its rest, others leave it alone. */
const trialMs = 10_000;
/** The first rest where the upstream names none; each further one is twice as long. */
const firstRestMs = { rateLimited: 2_000, account: 60_000 } as const;
const longestRestMs = { rateLimited: 60_000, account: 1_800_000 } as const;
/** A wait of days that an upstream names is not believed. */
const longestNamedMs = 3_600_000;
/** Of credentials that were replaced, the oldest are forgotten. */
const mostEntries = 10_000;

/**
 * Which credentials of each provider rest, and how much each was asked. By credential and secret, so that a provider
 * that another configuration has too keeps its state.
 */
export class CredentialPools {
  readonly #entries = new Map<string, Entry>();
  readonly #options: CredentialPoolsOptions;

  constructor(options: CredentialPoolsOptions) {
    this.#options = options;
  }

  /**
   * Those that may be asked, one after another: the session's own first, because it holds the session's prompt cache.
   * Where all rest, the one whose rest ends first: an upstream judges better than a clock, and a caller who exceeds a
   * limit alone stops no other.
   */
  *inTurn(
    pool: readonly PooledProvider[],
    upstreamModel: string,
    chance: Chance,
  ): Iterable<PooledProvider> {
    let none = true;
    const order = inOrder(pool, chance);
    for (const one of order) {
      if (!this.#tryTake(one, upstreamModel)) continue;
      none = false;
      this.#count(one);
      yield one;
    }
    if (!none) return;
    const nearest = this.#nearest(order, upstreamModel);
    if (nearest === undefined) throw this.#full(order);
    this.#count(nearest);
    yield nearest;
  }

  /** It has served: it rests no longer. */
  served(one: PooledProvider, upstreamModel: string): void {
    this.#options.onTried?.(one, null);
    const entry = this.#entries.get(one.id);
    if (entry === undefined || entry.rests.size === 0) return;
    const rested = entry.rests.delete(account);
    if (entry.rests.delete(upstreamModel) || rested) this.#options.onRest?.(one, null);
  }

  /** Another failure, which says nothing about the credential. */
  failed(one: PooledProvider, failure: UpstreamFailure): void {
    this.#options.onTried?.(one, failure);
  }

  /** The upstream refused it, or limits it. */
  refused(one: PooledProvider, upstreamModel: string, error: UpstreamError): void {
    this.#options.onTried?.(one, error.failure);
    const isLimit = error.failure === "rateLimited";
    const place = isLimit ? upstreamModel : account;
    const { rests } = this.#entryOf(one);
    const failures = (rests.get(place)?.failures ?? 0) + 1;
    const kind = isLimit ? "rateLimited" : "account";
    const doubled = Math.min(firstRestMs[kind] * 2 ** (failures - 1), longestRestMs[kind]);
    const restMs = Math.min(error.retryAfterMs ?? doubled, longestNamedMs);
    const sinceMs = this.#options.nowMs();
    const rest = {
      failure: error.failure,
      status: error.status ?? null,
      upstreamModel: isLimit ? upstreamModel : null,
      sinceMs,
      untilMs: sinceMs + restMs,
    };
    rests.set(place, { ...rest, failures });
    this.#entryOf(one).last = rest;
    this.#options.onRest?.(one, rest);
  }

  /** Tokens that a request has used, for the credentials with a limit of them. */
  used({ id, credential }: PooledProvider, tokens: number): void {
    const entry = credential.tokensPerMinute === null ? undefined : this.#entries.get(id);
    if (entry !== undefined) entry.tokens += tokens;
  }

  /** Its rests that have not ended, and its last failure, however long ago. */
  stateOf({ id }: PooledProvider): { readonly rests: readonly Rest[]; readonly last: Rest | null } {
    const { rests = new Map<string, Rest>(), last = null } = this.#entries.get(id) ?? {};
    return { rests: [...rests.values()].filter((rest) => !this.#isOver(rest)), last };
  }

  #tryTake(one: PooledProvider, upstreamModel: string): boolean {
    const entry = this.#entries.get(one.id);
    if (entry === undefined) return true;
    const rests = restsFor(entry, upstreamModel);
    if (rests.some((rest) => !this.#isOver(rest)) || this.#isFull(one)) return false;
    const untilMs = this.#options.nowMs() + trialMs;
    for (const rest of rests) entry.rests.set(rest.upstreamModel ?? account, { ...rest, untilMs });
    return true;
  }

  #isOver({ untilMs }: Rest): boolean {
    return this.#options.nowMs() >= untilMs;
  }

  #nearest(order: readonly PooledProvider[], upstreamModel: string): PooledProvider | undefined {
    const endOf = ({ id }: PooledProvider) => {
      const entry = this.#entries.get(id);
      const rests = entry === undefined ? [] : restsFor(entry, upstreamModel);
      return Math.max(0, ...rests.map(({ untilMs }) => untilMs));
    };
    return order
      .filter((one) => !this.#isFull(one))
      .toSorted((one, other) => endOf(one) - endOf(other))[0];
  }

  #isFull(one: PooledProvider): boolean {
    const { requestsPerMinute, tokensPerMinute } = one.credential;
    if (requestsPerMinute === null && tokensPerMinute === null) return false;
    const { requests, tokens } = this.#inThisMinute(one);
    return (
      requests >= (requestsPerMinute ?? Number.POSITIVE_INFINITY) ||
      tokens >= (tokensPerMinute ?? Number.POSITIVE_INFINITY)
    );
  }

  #count(one: PooledProvider): void {
    const { requestsPerMinute, tokensPerMinute } = one.credential;
    if (requestsPerMinute !== null || tokensPerMinute !== null)
      this.#inThisMinute(one).requests += 1;
  }

  #inThisMinute(one: PooledProvider): Entry {
    const entry = this.#entryOf(one);
    const minute = Math.floor(this.#options.nowMs() / minuteMs);
    if (entry.minute !== minute) Object.assign(entry, { minute, requests: 0, tokens: 0 });
    return entry;
  }

  #full([first]: readonly PooledProvider[]): UpstreamError {
    const retryAfterMs = minuteMs - (this.#options.nowMs() % minuteMs);
    const message = `Every key of ${first?.provider.name} has reached the limit that its operator set.`;
    return new UpstreamError("rateLimited", message, { retryAfterMs });
  }

  #entryOf({ id }: PooledProvider): Entry {
    const found = this.#entries.get(id);
    if (found !== undefined) return found;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= mostEntries && oldest !== undefined) this.#entries.delete(oldest);
    const made = { rests: new Map(), last: null, minute: 0, requests: 0, tokens: 0 };
    this.#entries.set(id, made);
    return made;
  }
}

function restsFor({ rests }: Entry, upstreamModel: string) {
  return [rests.get(account), rests.get(upstreamModel)].filter((rest) => rest !== undefined);
}

function inOrder(pool: readonly PooledProvider[], chance: Chance): readonly PooledProvider[] {
  const timed = pool.map((one) => {
    const { name, weight } = one.credential;
    return { one, time: raceTime(chance, `key ${one.provider.name} ${name}`) / weight };
  });
  return timed.sort((one, other) => one.time - other.time).map(({ one }) => one);
}
