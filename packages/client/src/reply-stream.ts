import type { Fold, Step } from "@portico/contract/streams/fold";
import { PorticoError, StreamError } from "./errors.ts";
import { readData } from "./sse.ts";

/**
 * What has come of a reply by now, the same on every wire.
 *
 * @example
 * const stream = await portico.responses.stream({ model: "sandbox/text", input: "Hello" });
 * const show = ({ text, thoughts, calls }: ReplySoFar) => console.log(text, thoughts, calls.length);
 * for await (const _ of stream) show(stream.soFar);
 */
export interface ReplySoFar {
  /** The words of the answer. */
  readonly text: string;
  /** The words of the model's thoughts, where it shows them. */
  readonly thoughts: string;
  /** The calls that the model makes, in their order. */
  readonly calls: readonly CallSoFar[];
}

/**
 * A call of a function that the model is still writing.
 *
 * @example
 * const stream = await portico.chat.stream({ model: "sandbox/text", messages: [{ role: "user", content: "Hello" }] });
 * const title = ({ name, arguments: json }: CallSoFar) => `${name}(${json}`;
 * for await (const _ of stream) console.log(stream.soFar.calls.map(title));
 */
export interface CallSoFar {
  /** The call's id, which its result names. */
  readonly id: string;
  /** The name of the function or tool. */
  readonly name: string;
  /** JSON text, or the text for a custom tool; it is cut anywhere while more is to come. */
  readonly arguments: string;
  /** It calls a custom tool. */
  readonly isCustom?: true;
}

interface Piece<Event> extends Step<Event> {
  readonly data: unknown;
}

export interface StreamFacts {
  readonly body: ReadableStream<Uint8Array>;
  readonly idleTimeoutMs: number;
  readonly requestId: string | null;
  readonly generationId: string | null;
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
  /** `portico.generations.get(id)` tells, once the stream has ended, what it cost and who answered. */
  readonly generationId: string | null;
  readonly #facts: StreamFacts;
  readonly #fold: Fold<Event, Final>;
  readonly #final: Promise<Final>;
  readonly #stop = new AbortController();
  #settle!: { resolve(reply: Final): void; reject(error: unknown): void };
  #begun = false;

  constructor(facts: StreamFacts, fold: Fold<Event, Final>) {
    this.requestId = facts.requestId;
    this.generationId = facts.generationId;
    this.#facts = facts;
    this.#fold = fold;
    this.#final = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Code that only iterates never uses this promise; the loop throws the same error.
    this.#final.catch(() => undefined);
  }

  /** What has come by now: for a page that shows a reply while it grows. */
  get soFar(): ReplySoFar {
    const { text, thoughts, calls } = this.#fold;
    return { text, thoughts, calls };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    for await (const { event } of this.#steps()) if (event !== undefined) yield event;
  }

  /** The text piece by piece, as it comes. */
  async *textDeltas(): AsyncGenerator<string, void> {
    for await (const { piece = null } of this.#steps()) if (piece !== null) yield piece;
  }

  /** Closes the connection, which ends the generation. Code that reads the stream gets an `AbortError`. */
  cancel(): void {
    const reason = left();
    this.#stop.abort(reason);
    this.#settle.reject(reason);
    if (!this.#begun) void this.#facts.body.cancel().catch(() => undefined);
  }

  /**
   * The events as the service sent them, for the body of an answer to your own page; its counterpart is `fromResponse`.
   * A stream that fails ends without its completion, which its reader notices. If the reader leaves, the generation ends.
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    const lines = this.#lines(this.#steps());
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const { value, done } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => this.cancel(),
    });
  }

  /** An answer of your own server that carries this stream to your page, where `fromResponse` reads it. */
  toResponse(init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/event-stream; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    if (this.requestId !== null) headers.set("X-Request-Id", this.requestId);
    if (this.generationId !== null) headers.set("X-Generation-Id", this.generationId);
    return new Response(this.toReadableStream(), { ...init, headers });
  }

  /** The whole reply, once it is finished. */
  protected async whole(): Promise<Final> {
    if (!this.#begun) for await (const _ of this);
    return this.#final;
  }

  async *#lines(steps: AsyncIterable<Piece<Event>>): AsyncGenerator<string, void> {
    try {
      for await (const { data } of steps) yield `data: ${JSON.stringify(data)}\n\n`;
      yield "data: [DONE]\n\n";
    } catch (error) {
      if (!(error instanceof PorticoError)) throw error;
    }
  }

  #steps(): AsyncGenerator<Piece<Event>, void> {
    if (this.#begun) throw new TypeError("A stream can be iterated only once.");
    this.#begun = true;
    return this.#read();
  }

  /** What each piece of data means, and at the end whether the reply is complete. */
  async *#read(): AsyncGenerator<Piece<Event>, void> {
    try {
      const { body, idleTimeoutMs } = this.#facts;
      for await (const data of readData(body, idleTimeoutMs, this.#stop.signal)) {
        const step = this.#fold.take(data);
        yield { ...step, data };
        const { failure } = step;
        if (failure) throw this.#error("failed", failure.message, failure.code);
      }
      const { finished } = this.#fold;
      if (finished === null)
        throw this.#error("unterminated", "The stream stopped before the reply was complete.");
      this.#settle.resolve(finished);
    } catch (error) {
      this.#settle.reject(error);
      throw error;
    } finally {
      this.#settle.reject(left());
    }
  }

  #error(reason: StreamError["reason"], message: string, code: string | null = null): StreamError {
    const { text } = this.#fold;
    return new StreamError(reason, message, { code, text, requestId: this.requestId });
  }
}

function left(): DOMException {
  return new DOMException("The stream was left before its end.", "AbortError");
}
