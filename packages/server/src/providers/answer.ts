import { fieldsOf, isFields, listOf } from "./json-shape.ts";
import type { Part } from "./provider.ts";
import { readJson } from "./read-reply.ts";
import { refusal } from "./refusal.ts";
import { parseEventData, readEvents, type SseEvent } from "./sse.ts";
import type { UpstreamReply } from "./upstream.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Turns one answer of one dialect into parts. Throws an UpstreamError for an error in place of an answer. */
export interface AnswerReader {
  /** Adds what one event of a stream brings; `finish` once the dialect's own end has come. */
  event(event: unknown, parts: Part[]): void;
  /** Adds all of an answer that is one JSON body, `finish` included. */
  whole(body: unknown, parts: Part[]): void;
  /** The stream ended in order: adds a `finish` that was still held back. */
  end?(parts: Part[]): void;
}

/** How a dialect cuts a stream into events. */
export interface EventSource<Event> {
  /** As many events at once as each read of the connection brought. */
  read(provider: string, reply: UpstreamReply): AsyncIterable<readonly Event[]>;
  /** What the reader is to see of an event; undefined for nothing. Throws where it is an error. */
  open(provider: string, event: Event): unknown;
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

/** Reads an answer whose stream is one of server-sent events. */
export function readAnswer(
  provider: string,
  reply: UpstreamReply,
  reader: AnswerReader,
): AsyncGenerator<readonly Part[], void, undefined> {
  return readAnswerFrom(serverSentEvents, provider, reply, reader);
}

/** Reads an answer in the form in which it comes, a JSON body or a stream: not always what was asked for. */
export async function* readAnswerFrom<Event>(
  source: EventSource<Event>,
  provider: string,
  reply: UpstreamReply,
  reader: AnswerReader,
): AsyncGenerator<readonly Part[], void, undefined> {
  if (reply.status < 200 || reply.status >= 300) {
    throw await refusal(provider, reply);
  }
  const { isJson, reply: whole } = await peeked(source, reply);
  if (isJson) {
    yield readWhole(provider, await readJson(provider, whole), reader);
    return;
  }
  for await (const events of source.read(provider, whole)) {
    const { parts, failure } = partsOf(source, provider, events, reader);
    const finished = isFinished(parts);
    if (finished) {
      reply.release();
    }
    if (parts.length > 0) {
      yield parts;
    }
    if (failure !== undefined) {
      throw failure;
    }
    if (finished) {
      return;
    }
  }
  yield lastParts(provider, reader);
}

function readWhole(provider: string, body: unknown, reader: AnswerReader): readonly Part[] {
  const parts: Part[] = [];
  if (Array.isArray(body)) {
    for (const item of listOf(body)) {
      reader.event(item, parts);
    }
    reader.end?.(parts);
  } else {
    reader.whole(body, parts);
  }
  if (!isFinished(parts)) {
    throw new UpstreamError(provider, "malformed", "The provider's reply holds no answer.");
  }
  return parts;
}

/**
 * The parts that one read brought. What came before a failure was said: the caller gets the same
 * however the bytes were cut.
 */
function partsOf<Event>(
  source: EventSource<Event>,
  provider: string,
  events: readonly Event[],
  reader: AnswerReader,
): { parts: Part[]; failure?: Error } {
  const parts: Part[] = [];
  try {
    for (const event of events) {
      if (isFinished(parts)) {
        break;
      }
      if (source.isEnd?.(event)) {
        reader.end?.(parts);
      } else {
        addEvent(source.open(provider, event), reader, parts);
      }
    }
    return { parts };
  } catch (cause) {
    const failure = cause instanceof Error ? cause : new Error("Not an error.", { cause });
    return { parts, failure };
  }
}

function addEvent(opened: unknown, reader: AnswerReader, parts: Part[]): void {
  if (opened !== undefined) {
    reader.event(opened, parts);
  }
}

/** What is still owed at an orderly end; without a `finish` the end came too early. */
function lastParts(provider: string, reader: AnswerReader): readonly Part[] {
  const parts: Part[] = [];
  reader.end?.(parts);
  if (!isFinished(parts)) {
    throw new UpstreamError(provider, "cut", "The provider's stream ended early.");
  }
  return parts;
}

function isFinished(parts: readonly Part[]): boolean {
  return parts.at(-1)?.type === "finish";
}

const openBrace = 0x7b;
const openBracket = 0x5b;

/** Looks at the first byte: content types are wrong more often than JSON begins otherwise. */
async function peeked(
  { neverWhole }: { readonly neverWhole?: true },
  reply: UpstreamReply,
): Promise<{ isJson: boolean; reply: UpstreamReply }> {
  if (neverWhole) {
    return { isJson: false, reply };
  }
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

/** An error object in place of an answer, as every JSON dialect writes it. */
export function holdsError(body: unknown): boolean {
  const { error } = fieldsOf(body);
  return isFields(error) || (typeof error === "string" && error !== "");
}
