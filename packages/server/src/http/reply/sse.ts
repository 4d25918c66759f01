import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import type { EventsReply, Headers } from "../../operations/operation.ts";
import { type Source, sourceOf, type Taker } from "../../source.ts";
import { writeHead } from "./head.ts";

export interface StreamTimes {
  /** Proxies and load balancers cut connections that are silent for about a minute. */
  readonly keepAliveMs: number;
  /** A caller that reads nothing for this long, with bytes waiting, is given up. */
  readonly longestStallMs: number;
}

const usualTimes: StreamTimes = { keepAliveMs: 15_000, longestStallMs: 300_000 };

const eventStream = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  // Turns off nginx's buffering of the stream.
  "x-accel-buffering": "no",
};

const comment = ": keep-alive\n\n";

export function sendEvents(
  response: ServerResponse,
  reply: EventsReply,
  usual: Headers = {},
  times: StreamTimes = usualTimes,
): Promise<void> {
  return sendThrough(
    response,
    reply,
    (events) => new EventBody({ response, events, reply, times }, usual),
  );
}

/**
 * Writes a stream of events. For a slow reader it waits, and so does the upstream, because no further event is asked
 * for meanwhile. When the caller hangs up or stops reading, the events are closed.
 */
export async function sendThrough(
  response: Writable,
  reply: EventsReply,
  writer: (events: Source<string>) => EventWriter<Writable>,
): Promise<void> {
  const events = sourceOf(reply.events);
  // The head is sent with the first event: an earlier failure becomes an ordinary error reply.
  const first = await events.next();
  try {
    if (first.done === true || response.destroyed) response.destroy();
    else await writer(events).send(first.value);
  } finally {
    await events.close();
  }
}

export interface Writing<Response> {
  readonly response: Response;
  readonly events: Source<string>;
  readonly reply: EventsReply;
  readonly times?: StreamTimes;
}

/** Writes events one after the other, in the form of their connection. */
export abstract class EventWriter<Response extends Writable> implements Taker<string> {
  protected readonly response: Response;
  protected readonly reply: EventsReply;
  readonly #events: Source<string>;
  readonly #times: StreamTimes;
  readonly #sent = Promise.withResolvers<void>();
  #silence: NodeJS.Timeout | undefined;
  #isPulling = false;
  #mayPull = false;

  constructor({ response, events, reply, times = usualTimes }: Writing<Response>) {
    this.response = response;
    this.reply = reply;
    this.#events = events;
    this.#times = times;
  }

  /** The first event is there. */
  protected abstract begin(): void;
  /** Whether more may be written at once. */
  protected abstract write(events: string): boolean;
  protected abstract writeLast(events: string): void;
  /** Nothing was written for long. */
  protected abstract keepAlive(): void;

  /** Resolves when the stream is over, whichever way it has ended. */
  async send(first: string): Promise<void> {
    this.begin();
    this.#silence = setInterval(this.#onSilence, this.#times.keepAliveMs);
    this.take(first);
    try {
      await this.#sent.promise;
    } finally {
      clearInterval(this.#silence);
    }
  }

  take(events: string): void {
    const { response, reply } = this;
    if (response.destroyed) this.#sent.resolve();
    else if (reply.events.hasEnded) {
      this.writeLast(events);
      response.end();
      this.#sent.resolve();
    } else {
      this.#silence?.refresh();
      // A chunk of length zero would end the body.
      if (events === "" || this.write(events)) this.#goOn();
      else void drained(response, this.#times.longestStallMs, reply.signal).then(this.#goOn);
    }
  }

  /** The events ended without a terminal event: cut the connection, so that the reply does not look complete. */
  end(): void {
    this.response.destroy();
    this.#sent.resolve();
  }

  fail(error: unknown): void {
    this.#sent.reject(error);
  }

  /** Asks for more. What comes at once is written in this loop, not in calls within calls. */
  readonly #goOn = (): void => {
    this.#mayPull = true;
    if (this.#isPulling) return;
    this.#isPulling = true;
    while (this.#mayPull) {
      this.#mayPull = false;
      this.#events.pull(this);
    }
    this.#isPulling = false;
  };

  readonly #onSilence = (): void => {
    const { writableNeedDrain, writableEnded, destroyed } = this.response;
    if (!writableNeedDrain && !writableEnded && !destroyed) this.keepAlive();
  };
}

/**
 * The body, with its chunks framed here as one string and one write each. Node would make three buffers of each
 * chunk, cork them and wait a turn.
 */
class EventBody extends EventWriter<ServerResponse> {
  readonly #usual: Headers;
  /** A caller of HTTP/1.0 gets the events unframed, up to the end of the connection. */
  #isChunked = true;

  constructor(writing: Writing<ServerResponse>, usual: Headers) {
    super(writing);
    this.#usual = usual;
  }

  protected begin(): void {
    const { response, reply } = this;
    writeHead(response, 200, this.#usual, eventStream, reply.headers?.() ?? {});
    this.#isChunked = response.chunkedEncoding;
    response.chunkedEncoding = false;
  }

  protected write(events: string): boolean {
    return this.#write(events, "");
  }

  protected writeLast(events: string): void {
    this.#write(events, lastChunk);
  }

  protected keepAlive(): void {
    this.#write(this.reply.keepAlive ?? comment, "");
  }

  #write(events: string, after: string): boolean {
    if (!this.#isChunked) return this.response.write(events);
    const size = Buffer.byteLength(events);
    // Where all is ASCII, this encoding copies the bytes as they are.
    const encoding = size === events.length ? "latin1" : "utf8";
    return this.response.write(`${size.toString(16)}\r\n${events}\r\n${after}`, encoding);
  }
}

const lastChunk = "0\r\n\r\n";

/** Resolves when the caller has read on, has left, has stopped reading, or when the stream is aborted. */
function drained(
  response: Writable,
  longestStallMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const settled = () => {
      clearTimeout(stall);
      response.off("drain", settled).off("close", settled);
      signal?.removeEventListener("abort", settled);
      resolve();
    };
    const stall = setTimeout(() => response.destroy(), longestStallMs);
    response.once("drain", settled).once("close", settled);
    signal?.addEventListener("abort", settled);
    if (response.destroyed || signal?.aborted === true) settled();
  });
}
