import { HungUp, stopReason } from "../errors.ts";

export interface Patience {
  /** How long to await an answer whose cost can be estimated without it. */
  readonly awaitUsageMs: number;
  /** An answer in one piece, of which only the end says what it cost, is awaited until the gateway stops the request. */
  readonly untilAnswered?: boolean;
}

/**
 * Delays the abort of an upstream after its caller has left. An answer that comes in one piece is awaited: only the
 * answer says what was used, and the upstream bills it in any case. Once an answer has begun to come in pieces, the
 * pieces can be counted, and the upstream is aborted at once.
 */
export class Leaving {
  readonly #caller: AbortSignal;
  readonly #upstream = new AbortController();
  readonly #patience: Patience;
  #timer: NodeJS.Timeout | undefined;
  #isHurried = false;

  constructor(caller: AbortSignal, patience: Patience) {
    this.#caller = caller;
    this.#patience = patience;
    if (caller.aborted) this.#upstream.abort(caller.reason);
    else caller.addEventListener("abort", this.#wait, { once: true });
  }

  /** The signal for the upstream. */
  get signal(): AbortSignal {
    return this.#upstream.signal;
  }

  /** The answer has begun to come: from now on the abort is not delayed. */
  hurry(): void {
    if (this.#isHurried) return;
    this.#isHurried = true;
    if (this.#caller.aborted) this.#leave();
    else {
      this.#caller.removeEventListener("abort", this.#wait);
      this.#caller.addEventListener("abort", this.#leave, { once: true });
    }
  }

  /** The upstream's answer has ended or failed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener("abort", this.#wait);
    this.#caller.removeEventListener("abort", this.#leave);
    this.#stopped?.removeEventListener("abort", this.#waitShortly);
  }

  /** The upstream's own time-out ends a wait that has no limit here. A request that the gateway stops is no such wait. */
  readonly #wait = (): void => {
    const { untilAnswered = false } = this.#patience;
    if (untilAnswered && stopReason(this.#caller) === null)
      this.#stopped?.addEventListener("abort", this.#waitShortly, { once: true });
    else this.#waitShortly();
  };

  /** Aborted when the gateway stops a request whose caller has left. */
  get #stopped(): AbortSignal | null {
    const { reason } = this.#caller;
    return reason instanceof HungUp ? reason.stopped : null;
  }

  readonly #waitShortly = (): void => {
    this.#timer = setTimeout(this.#leave, this.#patience.awaitUsageMs);
  };

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    this.#upstream.abort(this.#caller.reason);
  };
}
