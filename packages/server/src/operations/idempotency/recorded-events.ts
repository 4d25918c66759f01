import { Source, sourceOf, type Taker } from "../../source.ts";
import type { EventStrings } from "../operation.ts";

/** Called once: with the whole stream, or with null where it is too long or has not ended by itself. */
type OnEnd = (text: string | null) => Promise<void>;

interface Recording {
  /** Of all events, which are read on where the caller leaves; null for the last alone, which end with their caller. */
  readonly maxCharacters: number | null;
  readonly onEnd: OnEnd;
}

/** Events on their way out, noted down. The last ones go out when `onEnd` is done. */
export class RecordedEvents extends Source<string> implements Taker<string> {
  readonly #events: EventStrings;
  readonly #source: Source<string>;
  readonly #maxCharacters: number | null;
  readonly #onEnd: OnEnd;
  #taken: string[] | null = [];
  #characters = 0;
  #taker: Taker<string> | undefined;
  #isOver = false;
  #hasEnded = false;

  private constructor(events: EventStrings, { maxCharacters, onEnd }: Recording) {
    super();
    this.#events = events;
    this.#source = sourceOf(events);
    this.#maxCharacters = maxCharacters;
    this.#onEnd = onEnd;
  }

  /** Where the caller leaves, the rest is read all the same: it will be asked for again. */
  static all(events: EventStrings, maxCharacters: number, onEnd: OnEnd): RecordedEvents {
    return new RecordedEvents(events, { maxCharacters, onEnd });
  }

  static last(events: EventStrings, onEnd: OnEnd): RecordedEvents {
    return new RecordedEvents(events, { maxCharacters: null, onEnd });
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
      const readsOn = this.#maxCharacters !== null;
      while (readsOn && !this.#isOver && (await this.next()).done !== true);
    } finally {
      await this.#source.close();
    }
  }

  #note(events: string): void {
    if (this.#maxCharacters === null) {
      this.#taken = [events];
      return;
    }
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
