import type { Part } from "@portico/core/model-call/parts";
import { fieldsOf, isFields, listOf } from "../../json/json-shape.ts";
import { peeked } from "../../upstream/peeked-reply.ts";
import { readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { parseEventData, readEvents, type SseEvent } from "../../upstream/sse.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { PartBatches } from "../provider.ts";

/** Turns one answer of one dialect into parts. Throws an UpstreamError for an error in place of an answer. */
export interface AnswerReader {
  /** Adds what one event of a stream brings; `finish` once the dialect's own end has come. */
  event(event: unknown, parts: Part[]): void;
  /** Adds all of an answer that is one JSON body, `finish` included. */
  whole(body: unknown, parts: Part[]): void;
  /** The stream ended in order: adds a `finish` that was still held back. */
  end?(parts: Part[]): void;
  /**
   * The answer has failed: adds what the upstream had said of its use, where that was still held back. `failed` is the
   * event or body at which it failed, which may hold a count although it holds no answer.
   */
  used(parts: Part[], failed?: unknown): void;
}

/** How a dialect cuts a stream into events. */
export interface EventSource<Event> {
  /** As many events at once as each read of the connection brought. */
  read(reply: UpstreamReply): AsyncIterable<readonly Event[]>;
  /** What the reader is to see of an event; undefined for nothing. Throws where it is an error. */
  open(event: Event): unknown;
  /** Whether it says that the stream has ended in order, before the connection does. */
  isEnd?(event: Event): boolean;
  /** A body that begins like JSON is a stream all the same. */
  readonly neverWhole?: true;
}

const serverSentEvents: EventSource<SseEvent> = {
  read: readEvents,
  open: parseEventData,
  isEnd: (event) => event.data === "[DONE]",
};

/** Asks for an answer once its first part is wanted, and reads it in the form in which it comes: not always what was asked for. */
export function askAnswer(
  ask: () => Promise<AskedAnswer>,
  source: EventSource<unknown> = serverSentEvents,
): PartBatches {
  return new AnswerParts(source, ask);
}

export interface AskedAnswer {
  readonly reply: UpstreamReply;
  readonly reader: AnswerReader;
}

interface Reading extends AskedAnswer {
  readonly events: AsyncIterator<readonly unknown[]>;
}

type Step = IteratorResult<readonly Part[], undefined>;

const over = { done: true, value: undefined } as const;

/**
 * The parts of an answer, as many at once as each read of the connection brought. Written out, neither a generator nor
 * asynchronous functions: a chain of these would cost every few bytes of a stream a dozen turns and promises.
 */
class AnswerParts implements AsyncIterableIterator<readonly Part[]> {
  readonly #source: EventSource<unknown>;
  readonly #ask: () => Promise<AskedAnswer>;
  #reading: Reading | undefined;
  #failure: Error | undefined;
  /** The event that is read, or was read last. */
  #opened: unknown;
  #isFinished = false;
  #isOver = false;

  constructor(source: EventSource<unknown>, ask: () => Promise<AskedAnswer>) {
    this.#source = source;
    this.#ask = ask;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#isOver || this.#isFinished) return this.return();
    if (this.#failure !== undefined) return this.#fail(this.#failure);
    const reading = this.#reading;
    return reading === undefined
      ? this.#begin().catch(this.#fail)
      : reading.events.next().then(
          (read) => this.#take(read, reading),
          (error: unknown) => this.#failAfterUse(error, reading),
        );
  }

  /** If the reader leaves during the request, the pending `next` closes the answer. */
  async return(): Promise<Step> {
    this.#isOver = true;
    await this.#reading?.events.return?.();
    return over;
  }

  /** What the upstream has counted, it bills, however the answer ends. */
  #failAfterUse(error: unknown, { reader }: Reading): Promise<Step> {
    const parts: Part[] = [];
    reader.used(parts);
    return this.#failAfter(parts, error);
  }

  #failAfter(parts: readonly Part[], error: unknown): Promise<Step> {
    if (parts.length === 0) return this.#fail(error);
    this.#failure = asError(error);
    return Promise.resolve({ done: false, value: parts });
  }

  readonly #fail = async (error: unknown): Promise<never> => {
    await this.return();
    throw error;
  };

  /** Gives an answer that came whole, or the first parts of a stream. */
  async #begin(): Promise<Step> {
    const { reply, reader } = await this.#ask();
    if (reply.status < 200 || reply.status >= 300) {
      const parts: Part[] = [];
      const look = (body: unknown) => reader.used(parts, body);
      return this.#failAfter(parts, await readRefusal(reply, look));
    }
    const { isJson, reply: whole } =
      this.#source.neverWhole === true ? { isJson: false, reply } : await peeked(reply);
    if (isJson) return await this.#takeWhole(await readJsonReply(whole), reader);

    const events = this.#source.read(whole)[Symbol.asyncIterator]();
    this.#reading = { reply, reader, events };
    return this.next();
  }

  #takeWhole(body: unknown, reader: AnswerReader): Promise<Step> {
    const parts: Part[] = [];
    try {
      readWhole(body, reader, parts);
    } catch (cause) {
      for (const failed of Array.isArray(body) ? listOf(body) : [body]) reader.used(parts, failed);
      return this.#failAfter(parts, cause);
    }
    this.#isOver = true;
    return Promise.resolve({ done: false, value: parts });
  }

  #take(
    read: IteratorResult<readonly unknown[]>,
    reading: Reading,
  ): IteratorResult<readonly Part[]> | Promise<Step> {
    const parts = this.#partsOf(read, reading);
    return parts.length > 0 ? { done: false, value: parts } : this.next();
  }

  /**
   * The parts that one read brought. What came before a failure was said: the caller gets the same
   * however the bytes were cut.
   */
  #partsOf(read: IteratorResult<readonly unknown[]>, { reply, reader }: Reading): readonly Part[] {
    const parts: Part[] = [];
    try {
      if (read.done === true) parts.push(...lastParts(reader));
      else
        for (const event of read.value) {
          if (isFinished(parts)) break;
          this.#add(event, reader, parts);
        }
    } catch (cause) {
      reader.used(parts, this.#opened);
      this.#failure = asError(cause);
    }
    if (isFinished(parts)) {
      this.#isFinished = true;
      reply.release();
    }
    return parts;
  }

  #add(event: unknown, reader: AnswerReader, parts: Part[]): void {
    const source = this.#source;
    this.#opened = undefined;
    if (source.isEnd?.(event)) reader.end?.(parts);
    else this.#opened = source.open(event);
    if (this.#opened !== undefined) reader.event(this.#opened, parts);
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("Not an error.", { cause: thrown });
}

function readWhole(body: unknown, reader: AnswerReader, parts: Part[]): void {
  if (Array.isArray(body)) {
    for (const item of listOf(body)) reader.event(item, parts);
    reader.end?.(parts);
  } else reader.whole(body, parts);

  if (!isFinished(parts))
    throw new UpstreamError("malformed", "The provider's reply holds no answer.");
}

/** What is still owed at an orderly end; without a `finish` the end came too early. */
function lastParts(reader: AnswerReader): readonly Part[] {
  const parts: Part[] = [];
  reader.end?.(parts);
  if (!isFinished(parts)) throw new UpstreamError("cut", "The provider's stream ended early.");
  return parts;
}

function isFinished(parts: readonly Part[]): boolean {
  return parts.at(-1)?.type === "finish";
}

/** An error object in place of an answer, as every JSON dialect writes it. */
export function holdsError(body: unknown): boolean {
  const { error } = fieldsOf(body);
  return isFields(error) || (typeof error === "string" && error !== "");
}
