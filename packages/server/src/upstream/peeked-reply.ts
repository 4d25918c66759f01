import type { UpstreamReply } from "./request.ts";

interface Peeked {
  readonly isJson: boolean;
  readonly reply: UpstreamReply;
}

/** Looks at the first byte of a reply to see whether it is JSON. */
export function peeked(reply: UpstreamReply): Peeked | Promise<Peeked> {
  const arrived = reply.arrived();
  if (arrived === undefined) return peekedOnArrival(reply);

  return { isJson: opensJson(arrived), reply };
}

async function peekedOnArrival(reply: UpstreamReply): Promise<Peeked> {
  const iterator = reply.body[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const { done, value } = await iterator.next();
    if (done) break;

    first = firstOf(value);
    // Some upstreams send spaces to keep the connection open until they have content.
    if (first !== undefined || !isSpace(value)) head.push(value);

    if (head.length > mostBeforeFirst) break;
  }
  return {
    isJson: opensJson(head),
    reply: {
      status: reply.status,
      headers: reply.headers,
      body: rejoined(head, iterator),
      arrived: () => undefined,
      release: () => reply.release(),
      close: () => reply.close(),
      scrub: (text) => reply.scrub(text),
    },
  };
}

/** The most reads without space and without ASCII: a byte order mark in three reads, or a body that is no answer. */
const mostBeforeFirst = 16;

function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}

/** The body from its first byte again. Closing it early closes the original. */
function rejoined(
  head: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const value = head.shift();
      return value === undefined ? rest.next() : Promise.resolve({ done: false, value });
    },
    return() {
      return rest.return?.() ?? Promise.resolve({ done: true, value: undefined });
    },
  };
}

const openBrace = 0x7b;
const openBracket = 0x5b;

/** Whether bytes begin like JSON. The first byte is more reliable than the content type. */
export function opensJson(pieces: readonly Uint8Array[]): boolean {
  const first = pieces.map(firstOf).find((byte) => byte !== undefined);
  return first === openBrace || first === openBracket;
}

/** The first byte that is neither space nor part of a byte order mark. */
export function firstOf(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte < 0x80);
}
