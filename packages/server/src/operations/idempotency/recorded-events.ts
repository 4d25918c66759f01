import { Source, sourceOf, type Taker } from "../../source.ts";
import type { EventStrings } from "../operation.ts";

/** Called once: with the whole stream, or with null where it is too long or has not ended by itself. */
type OnEnd = (text: string | null) => Promise<void>;

/**
 * Events on their way out, noted down. Where the caller leaves, the rest is read all the same: it is asked for again. The last
 * events go out when `onEnd` is done.
 */
export class RecordedEvents extends Source<string> implements Taker<string> {
  readonly #events: EventStrings;
  readonly #source: Source<string>;
  readonly #maxCharacters: number;
  readonly #onEnd: OnEnd;
  #taken: string[] | null = [];
  #characters = 0;
  #taker: Taker<string> | undefined;
  #isOver = false;
  #hasEnded = false;

  constructor(events: EventStrings, maxCharacters: number, onEnd: OnEnd) {
    super();
    this.#events = events;
    this.#source = sourceOf(events);
    this.#maxCharacters = maxCharacters;
    this.#onEnd = onEnd;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  pull(taker: Taker<string>): void {
    this.#taker = taker;
    this.#source.pull(this);
  }

  take(events: string): void {
    this.#note(events);
    if (!this.#events.hasEnded) {
      this.#taker?.take(events);
      return;
    }
    this.#over(this.#taken?.join("") ?? null, () => {
      this.#hasEnded = true;
      this.#taker?.take(events);
    });
  }

  end(): void {
    this.#over(null, () => this.#taker?.end());
  }

  fail(error: unknown): void {
    this.#over(null, () => this.#taker?.fail(error));
  }

  async close(): Promise<void> {
    try {
      while (!this.#isOver && (await this.next()).done !== true);
    } finally {
      await this.#source.close();
    }
  }

  #note(events: string): void {
    this.#characters += events.length;
    if (this.#characters > this.#maxCharacters) this.#taken = null;
    else this.#taken?.push(events);
  }

  #over(text: string | null, then: () => void): void {
    if (this.#isOver) {
      then();
      return;
    }
    this.#isOver = true;
    void this.#onEnd(text).then(then);
  }
}
