import type { UpstreamReply } from "./upstream.ts";

const openBrace = 0x7b;
const openBracket = 0x5b;

/** Looks at the first byte: content types are wrong more often than JSON begins otherwise. */
export async function peeked(
  reply: UpstreamReply,
): Promise<{ isJson: boolean; reply: UpstreamReply }> {
  const iterator = reply.body[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const { done, value } = await iterator.next();
    if (done) {
      break;
    }
    head.push(value);
    first = value.find((byte) => byte > 0x20 && byte < 0x80);
  }
  return {
    isJson: first === openBrace || first === openBracket,
    reply: {
      status: reply.status,
      headers: reply.headers,
      body: rejoined(head, iterator),
      release: () => reply.release(),
      close: () => reply.close(),
      scrub: (text) => reply.scrub(text),
    },
  };
}

/** The body again, from its first byte; leaving it early leaves the original. */
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
