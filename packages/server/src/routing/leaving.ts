/**
 * Delays the abort of an upstream after its caller has left. An answer that comes in one piece is awaited for a while:
 * only the answer says what was used, and the upstream bills it in any case. Once an answer has begun to come in
 * pieces, the pieces can be counted, and the upstream is aborted at once.
 */
export class Leaving {
  readonly #caller: AbortSignal;
  readonly #upstream = new AbortController();
  readonly #patienceMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isHurried = false;

  constructor(caller: AbortSignal, patienceMs: number) {
    this.#caller = caller;
    this.#patienceMs = patienceMs;
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
  }

  readonly #wait = (): void => {
    this.#timer = setTimeout(this.#leave, this.#patienceMs);
  };

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    this.#upstream.abort(this.#caller.reason);
  };
}
