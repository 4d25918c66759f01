import { StreamError } from "./errors.ts";
import { readData } from "./sse.ts";

/** What has come of a reply by now, the same on every wire. */
export interface ReplySoFar {
  readonly text: string;
  /** The words of the model's thoughts, where it shows them. */
  readonly thoughts: string;
  /** The calls that the model makes, in their order. */
  readonly calls: readonly CallSoFar[];
}

export interface CallSoFar {
  readonly id: string;
  readonly name: string;
  /** JSON text, which is cut anywhere while more is to come. */
  readonly arguments: string;
}

/** Builds a whole reply from the data of its stream. */
export interface Assembly<Event, Final> extends ReplySoFar {
  /** The reply, once the service has sent its completion. */
  readonly finished: Final | null;
  take(data: unknown): Step<Event>;
}

/** What one piece of data means; nothing, where it is none of the stream's events. */
export interface Step<Event> {
  readonly event?: Event;
  /** The piece of text in the event, if there is one. */
  readonly piece?: string | null;
  /** Why the reply failed, if it did. */
  readonly failure?: Failure | null;
}

export interface Failure {
  readonly message: string;
  readonly code: string | null;
}

export interface StreamFacts {
  readonly body: ReadableStream<Uint8Array>;
  readonly idleTimeoutMs: number;
  readonly requestId: string | null;
}

/**
 * A reply as it is generated. Iterate it for its events, or await what it gives as a whole, before, while or after you
 * iterate. Leaving the loop early closes the connection and ends the generation.
 *
 * Ends normally only if the service said that the reply is complete. A failure, or a stream that just stops, throws a
 * StreamError.
 */
export abstract class ReplyStream<Event, Final> implements AsyncIterable<Event> {
  /** Of the reply that carries the stream: quote it when you report a problem. */
  readonly requestId: string | null;
  readonly #facts: StreamFacts;
  readonly #assembly: Assembly<Event, Final>;
  readonly #final: Promise<Final>;
  #settle!: { resolve(reply: Final): void; reject(error: unknown): void };
  #lastPiece: string | null = null;
  #begun = false;

  constructor(facts: StreamFacts, assembly: Assembly<Event, Final>) {
    this.requestId = facts.requestId;
    this.#facts = facts;
    this.#assembly = assembly;
    this.#final = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Code that only iterates never uses this promise; the loop throws the same error.
    this.#final.catch(() => undefined);
  }

  /** What has come by now: for a page that shows a reply while it grows. */
  get soFar(): ReplySoFar {
    const { text, thoughts, calls } = this.#assembly;
    return { text, thoughts, calls };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    if (this.#begun) throw new TypeError("A stream can be iterated only once.");
    this.#begun = true;
    try {
      yield* this.#events();
      const { finished } = this.#assembly;
      if (finished === null)
        throw this.#error("unterminated", "The stream stopped before the reply was complete.");
      this.#settle.resolve(finished);
    } catch (error) {
      this.#settle.reject(error);
      throw error;
    } finally {
      this.#settle.reject(new DOMException("The stream was left before its end.", "AbortError"));
    }
  }

  /** The text piece by piece, as it comes. */
  async *textDeltas(): AsyncGenerator<string, void> {
    for await (const _ of this) if (this.#lastPiece !== null) yield this.#lastPiece;
  }

  /** The whole reply, once it is finished. */
  protected async whole(): Promise<Final> {
    if (!this.#begun) for await (const _ of this);
    return this.#final;
  }

  async *#events(): AsyncGenerator<Event, void> {
    for await (const data of readData(this.#facts.body, this.#facts.idleTimeoutMs)) {
      const { event, piece = null, failure } = this.#assembly.take(data);
      this.#lastPiece = piece;
      if (event !== undefined) yield event;
      if (failure) throw this.#error("failed", failure.message, failure.code);
    }
  }

  #error(reason: StreamError["reason"], message: string, code: string | null = null): StreamError {
    const { text } = this.#assembly;
    return new StreamError(reason, message, { code, text, requestId: this.requestId });
  }
}
