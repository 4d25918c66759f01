import type { ServerResponse } from "node:http";
import type { EventsReply, Headers } from "../../operations/operation.ts";
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
 * for meanwhile. When the caller hangs up or stops reading, `return` of the events is called.
 */
export async function sendEvents(
  response: ServerResponse,
  reply: EventsReply,
  usual: Headers = {},
  times: StreamTimes = usualTimes,
): Promise<void> {
  const events = reply.events[Symbol.asyncIterator]();
  // The head is sent with the first event: an earlier failure becomes an ordinary error reply.
  const first = await events.next();
  let silence: NodeJS.Timeout | undefined;
  try {
    if (first.done === true || response.destroyed) {
      response.destroy();
      return;
    }
    const body = new EventBody(response, usual, reply);
    silence = setInterval(() => body.keepAlive(), times.keepAliveMs);
    let next: IteratorResult<string> = first;
    for (; next.done !== true; next = await events.next()) {
      if (response.destroyed) return;
      silence.refresh();
      if (reply.events.hasEnded) body.end(next.value);
      else if (!body.write(next.value)) await drained(response, times.longestStallMs, reply.signal);
    }
    // The events ended without a terminal event: cut the connection, so that the reply does not look complete.
    if (!response.writableEnded) response.destroy();
  } finally {
    clearInterval(silence);
    await events.return?.();
  }
}

/**
 * The body, with its chunks framed here as one string and one write each. Node would make three buffers of each
 * chunk, cork them and wait a turn.
 */
class EventBody {
  readonly #response: ServerResponse;
  /** A caller of HTTP/1.0 gets the events unframed, up to the end of the connection. */
  readonly #isChunked: boolean;
  readonly #keepAlive: string;

  constructor(response: ServerResponse, usual: Headers, reply: EventsReply) {
    this.#response = response;
    this.#keepAlive = reply.keepAlive ?? comment;
    writeHead(response, 200, usual, eventStream, reply.headers?.() ?? {});
    this.#isChunked = response.chunkedEncoding;
    response.chunkedEncoding = false;
  }

  /** Whether more may be written at once. */
  write(events: string): boolean {
    // A chunk of length zero would end the body.
    return events === "" || this.#send(events, "");
  }

  end(events: string): void {
    this.#send(events, lastChunk);
    this.#response.end();
  }

  keepAlive(): void {
    const { writableNeedDrain, writableEnded, destroyed } = this.#response;
    if (!writableNeedDrain && !writableEnded && !destroyed) this.write(this.#keepAlive);
  }

  #send(events: string, after: string): boolean {
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
