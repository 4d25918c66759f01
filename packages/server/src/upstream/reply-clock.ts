import type { Timeouts } from "./request.ts";

type Phase = "connecting" | "waiting" | "reading";

const messages: Readonly<Record<Phase, string>> = {
  connecting: "The provider could not be reached in time.",
  waiting: "The provider did not answer in time.",
  reading: "The provider fell silent.",
};

/**
 * The time-outs of one exchange, with one timer that is seldom set: progress only records the time,
 * and the timer compares the times when it fires. (undici's own time-outs are half a second to one second late.)
 */
export class ReplyClock {
  readonly #timeouts: Timeouts;
  readonly #onTimeout: (message: string) => void;
  readonly #isBusy: () => boolean;
  readonly #endsAt: number;
  #phase: Phase = "connecting";
  #since: number;
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  /** `isBusy` returns true while the reader keeps the upstream waiting. */
  constructor(timeouts: Timeouts, onTimeout: (message: string) => void, isBusy: () => boolean) {
    this.#timeouts = timeouts;
    this.#onTimeout = onTimeout;
    this.#isBusy = isBusy;
    this.#since = performance.now();
    this.#endsAt = this.#since + timeouts.totalMs;
    this.#set();
  }

  enter(phase: Phase): void {
    this.#phase = phase;
    this.progress();
    if (this.#since + this.#limit() < this.#firesAt) this.#set();
  }

  progress(): void {
    this.#since = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Number.NEGATIVE_INFINITY;
  }

  #limit(): number {
    switch (this.#phase) {
      case "connecting":
        return this.#timeouts.connectMs;
      case "waiting":
        return this.#timeouts.firstByteMs;
      case "reading":
        return this.#timeouts.idleMs;
    }
  }

  #set(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Math.min(this.#since + this.#limit(), this.#endsAt);
    this.#timer = setTimeout(this.#look, Math.max(0, this.#firesAt - performance.now()));
  }

  readonly #look = (): void => {
    // A timer may fire a millisecond early.
    const now = performance.now() + 1;
    if (this.#phase === "reading" && this.#isBusy()) this.progress();

    if (now >= this.#endsAt) this.#onTimeout("The provider took too long in all.");
    else if (now >= this.#since + this.#limit()) this.#onTimeout(messages[this.#phase]);
    else this.#set();
  };
}
