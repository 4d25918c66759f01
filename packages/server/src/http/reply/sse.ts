import type { ServerResponse } from "node:http";
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

/**
 * Writes a stream of events. For a slow reader it waits, and so does the upstream, because no further event is asked
 * for meanwhile. When the caller hangs up or stops reading, the events are closed.
 */
export async function sendEvents(
  response: ServerResponse,
  reply: EventsReply,
  usual: Headers = {},
  times: StreamTimes = usualTimes,
): Promise<void> {
  const events = sourceOf(reply.events);
  // The head is sent with the first event: an earlier failure becomes an ordinary error reply.
  const first = await events.next();
  try {
    if (first.done === true || response.destroyed) response.destroy();
    else await new EventBody(response, events, reply, times).send(first.value, usual);
  } finally {
    await events.close();
  }
}

/**
 * The body, with its chunks framed here as one string and one write each. Node would make three buffers of each
 * chunk, cork them and wait a turn.
 */
class EventBody implements Taker<string> {
  readonly #response: ServerResponse;
  readonly #events: Source<string>;
  readonly #reply: EventsReply;
  readonly #times: StreamTimes;
  readonly #sent = Promise.withResolvers<void>();
  /** A caller of HTTP/1.0 gets the events unframed, up to the end of the connection. */
  #isChunked = true;
  #silence: NodeJS.Timeout | undefined;
  #isPulling = false;
  #mayPull = false;

  constructor(
    response: ServerResponse,
    events: Source<string>,
    reply: EventsReply,
    times: StreamTimes,
  ) {
    this.#response = response;
    this.#events = events;
    this.#reply = reply;
    this.#times = times;
  }

  /** Resolves when the stream is over, whichever way it has ended. */
  async send(first: string, usual: Headers): Promise<void> {
    const response = this.#response;
    writeHead(response, 200, usual, eventStream, this.#reply.headers?.() ?? {});
    this.#isChunked = response.chunkedEncoding;
    response.chunkedEncoding = false;
    this.#silence = setInterval(this.#keepAlive, this.#times.keepAliveMs);
    this.take(first);
    try {
      await this.#sent.promise;
    } finally {
      clearInterval(this.#silence);
    }
  }

  take(events: string): void {
    const response = this.#response;
    if (response.destroyed) this.#sent.resolve();
    else if (this.#reply.events.hasEnded) {
      this.#write(events, lastChunk);
      response.end();
      this.#sent.resolve();
    } else {
      this.#silence?.refresh();
      // A chunk of length zero would end the body.
      if (events === "" || this.#write(events, "")) this.#goOn();
      else void drained(response, this.#times.longestStallMs, this.#reply.signal).then(this.#goOn);
    }
  }

  /** The events ended without a terminal event: cut the connection, so that the reply does not look complete. */
  end(): void {
    this.#response.destroy();
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

  readonly #keepAlive = (): void => {
    const { writableNeedDrain, writableEnded, destroyed } = this.#response;
    if (!writableNeedDrain && !writableEnded && !destroyed)
      this.#write(this.#reply.keepAlive ?? comment, "");
  };

  /** Whether more may be written at once. */
  #write(events: string, after: string): boolean {
    if (!this.#isChunked) return this.#response.write(events);
    const size = Buffer.byteLength(events);
    // Where all is ASCII, this encoding copies the bytes as they are.
    const encoding = size === events.length ? "latin1" : "utf8";
    return this.#response.write(`${size.toString(16)}\r\n${events}\r\n${after}`, encoding);
  }
}

const lastChunk = "0\r\n\r\n";

/** Resolves when the caller has read on, has left, has stopped reading, or when the stream is aborted. */
function drained(
  response: ServerResponse,
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
