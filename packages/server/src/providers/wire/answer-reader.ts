import type { Part } from "@portico/core/model-call/parts";
import { concatChunks } from "../../json/concat-chunks.ts";
import { listOf } from "../../json/json-shape.ts";
import { closed, Source, sourceOf, type Taker } from "../../source.ts";
import { openingOf } from "../../upstream/opening.ts";
import { answerLimits, readJsonReply } from "../../upstream/read-reply.ts";
import { readRefusal } from "../../upstream/read-upstream-error.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { type EventParser, parseEventData, type SseEvent, SseParser } from "../../upstream/sse.ts";
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
  parser(): EventParser<Event>;
  /** What the reader is to see of an event; undefined for nothing. Throws where it is an error. */
  open(event: Event): unknown;
  /** Whether it says that the stream has ended in order, before the connection does. */
  isEnd?(event: Event): boolean;
  /** A body that begins like JSON is a stream all the same. */
  readonly neverWhole?: true;
}

const serverSentEvents: EventSource<SseEvent> = {
  parser: () => new SseParser(),
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
  readonly body: Source<Uint8Array>;
  readonly parser: EventParser<unknown>;
}

/** The parts of an answer, as many at once as each read of the connection brought. */
class AnswerParts extends Source<readonly Part[]> implements Taker<Uint8Array> {
  readonly #source: EventSource<unknown>;
  readonly #ask: () => Promise<AskedAnswer>;
  #taker: Taker<readonly Part[]> | undefined;
  #reading: Reading | undefined;
  #failure: Error | undefined;
  /** The event that is read. */
  #opened: unknown;
  #isFinished = false;
  #isOver = false;

  constructor(source: EventSource<unknown>, ask: () => Promise<AskedAnswer>) {
    super();
    this.#source = source;
    this.#ask = ask;
  }

  pull(taker: Taker<readonly Part[]>): void {
    this.#taker = taker;
    if (this.#isOver) taker.end();
    else if (this.#isFinished) void this.close().then(() => taker.end());
    else if (this.#failure !== undefined) void this.#break(this.#failure);
    else if (this.#reading === undefined) this.#begin().catch(this.#break);
    else this.#reading.body.pull(this);
  }

  /** If the reader leaves while the answer is asked for, it is closed once it has begun. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#reading !== undefined) await closed(this.#reading.body);
  }

  // The taker of the reply's body.

  take(chunk: Uint8Array): void {
    this.#read(chunk);
  }

  end(): void {
    this.#read(null);
  }

  /** What the upstream has counted, it bills, however the answer ends. */
  fail(error: unknown): void {
    const parts: Part[] = [];
    this.#reading?.reader.used(parts);
    this.#failAfter(parts, error);
  }

  #failAfter(parts: readonly Part[], error: unknown): void {
    if (parts.length === 0) return void this.#break(error);
    this.#failure = asError(error);
    this.#taker?.take(parts);
  }

  readonly #break = async (error: unknown): Promise<void> => {
    await this.close();
    this.#taker?.fail(error);
  };

  /** Gives an answer that came whole, or the first parts of a stream. */
  async #begin(): Promise<void> {
    const { reply, reader } = await this.#ask();
    if (reply.status < 200 || reply.status >= 300) {
      const parts: Part[] = [];
      const look = (body: unknown) => reader.used(parts, body);
      this.#failAfter(parts, await readRefusal(reply, look));
      return;
    }
    const body = sourceOf(reply.body);
    const { isJson, head } = this.#source.neverWhole
      ? { isJson: false, head: [] }
      : await openingOf(reply, body);
    if (this.#isOver) {
      await closed(body);
      this.#taker?.end();
    } else if (isJson) this.#takeWhole(await readJsonReply(reply, answerLimits, head), reader);
    else {
      this.#reading = { reply, reader, body, parser: this.#source.parser() };
      if (head.length > 0) this.take(concatChunks(head));
      else body.pull(this);
    }
  }

  #takeWhole(body: unknown, reader: AnswerReader): void {
    const parts: Part[] = [];
    try {
      readWhole(body, reader, parts);
    } catch (cause) {
      for (const failed of Array.isArray(body) ? listOf(body) : [body]) reader.used(parts, failed);
      this.#failAfter(parts, cause);
      return;
    }
    this.#isOver = true;
    this.#taker?.take(parts);
  }

  /** Gives the parts that a chunk brought, or the end of the body. */
  #read(chunk: Uint8Array | null): void {
    const reading = this.#reading;
    if (reading === undefined) return;
    const parts: Part[] = [];
    try {
      this.#addAll(chunk, reading, parts);
    } catch (cause) {
      reading.reader.used(parts, this.#opened);
      this.#failure = asError(cause);
    }
    if (isFinished(parts)) {
      this.#isFinished = true;
      reading.reply.release();
    }
    if (parts.length > 0) this.#taker?.take(parts);
    else if (this.#failure === undefined) reading.body.pull(this);
    else void this.#break(this.#failure);
  }

  /** What came before a failure was said: the caller gets the same however the bytes were cut. */
  #addAll(chunk: Uint8Array | null, { parser, reader }: Reading, parts: Part[]): void {
    const events: unknown[] = [];
    let damage: Error | undefined;
    try {
      if (chunk === null) parser.end(events);
      else parser.push(chunk, events);
    } catch (cause) {
      damage = asError(cause);
    }
    for (const event of events) {
      this.#add(event, reader, parts);
      if (isFinished(parts)) return;
    }
    if (damage !== undefined) throw damage;
    if (chunk === null) addLast(reader, parts);
  }

  #add(event: unknown, reader: AnswerReader, parts: Part[]): void {
    const source = this.#source;
    if (source.isEnd?.(event)) reader.end?.(parts);
    else this.#opened = source.open(event);
    if (this.#opened === undefined) return;
    reader.event(this.#opened, parts);
    this.#opened = undefined;
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
function addLast(reader: AnswerReader, parts: Part[]): void {
  reader.end?.(parts);
  if (!isFinished(parts)) throw new UpstreamError("cut", "The provider's stream ended early.");
}

function isFinished(parts: readonly Part[]): boolean {
  return parts.at(-1)?.type === "finish";
}
