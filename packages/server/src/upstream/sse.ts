import { LineSplitter } from "./lines.ts";
import { parseUpstreamJson } from "./read-reply.ts";
import type { UpstreamReply } from "./request.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface SseEvent {
  /** The name on the `event:` line; empty if there is none. */
  readonly event: string;
  readonly data: string;
  /** The body ended before the blank line that ends an event: the data may be incomplete. */
  readonly unterminated?: true;
}

/** More than any dialect sends in one event: the upstream is broken or hostile. */
const maxEventLength = 4 * 1024 * 1024;

/**
 * The events of a reply, in one batch for each read of the connection.
 * Leaving the loop closes the connection, unless `reply.release()` was called.
 */
export function readEvents(reply: UpstreamReply): AsyncIterableIterator<readonly SseEvent[]> {
  return new EventReader(reply.body[Symbol.asyncIterator]());
}

const over = { done: true, value: undefined } as const;

/** Neither a generator nor an async function: it runs for every few bytes of a stream. */
class EventReader implements AsyncIterableIterator<readonly SseEvent[]> {
  readonly #body: AsyncIterator<Uint8Array>;
  readonly #parser = new SseParser();
  #isOver = false;

  constructor(body: AsyncIterator<Uint8Array>) {
    this.#body = body;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<readonly SseEvent[], undefined>> {
    return this.#isOver ? Promise.resolve(over) : this.#body.next().then(this.#take);
  }

  async return(): Promise<IteratorResult<readonly SseEvent[], undefined>> {
    if (!this.#isOver) {
      this.#isOver = true;
      await this.#body.return?.();
    }
    return over;
  }

  readonly #take = (read: IteratorResult<Uint8Array>) => {
    if (read.done === true) return this.#end();
    const events = this.#parser.push(read.value);
    if (events === undefined) return this.#refuse();
    return events.length > 0 ? ({ done: false, value: events } as const) : this.next();
  };

  async #refuse(): Promise<never> {
    await this.return();
    const message = "The provider sent an event that is too large.";
    throw new UpstreamError("malformed", message);
  }

  #end(): IteratorResult<readonly SseEvent[], undefined> {
    this.#isOver = true;
    const last = this.#parser.end();
    return last === undefined ? over : { done: false, value: [last] };
  }
}

/** Parses the JSON of an event. Invalid JSON counts as cut if the body ended inside the event. */
export function parseEventData(event: SseEvent): unknown {
  try {
    return parseUpstreamJson(event.data);
  } catch (cause) {
    throw event.unterminated
      ? new UpstreamError("cut", "The provider's stream ended early.", { cause })
      : new UpstreamError("malformed", "The provider sent an event that is not JSON.", {
          cause,
        });
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream, without ids and retry. */
export class SseParser {
  readonly #lines = new LineSplitter(maxEventLength);
  #event = "";
  #data: string | undefined;

  /** The events that this chunk completes; undefined if one is too large. */
  push(chunk: Uint8Array): SseEvent[] | undefined {
    const lines = this.#lines.push(chunk);
    if (lines === undefined) return undefined;

    const events: SseEvent[] = [];
    for (const line of lines)
      if (line !== "") this.#field(line);
      else if (this.#data !== undefined) {
        events.push({ event: this.#event, data: this.#data });
        this.#data = undefined;
        this.#event = "";
      } else this.#event = "";

    return (this.#data?.length ?? 0) > maxEventLength ? undefined : events;
  }

  end(): SseEvent | undefined {
    const rest = this.#lines.end();
    if (rest !== undefined) this.#field(rest);

    return this.#data === undefined
      ? undefined
      : { event: this.#event, data: this.#data, unterminated: true };
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    if (name === "data") {
      const value = valueAfter(line, colon);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    } else if (name === "event") this.#event = valueAfter(line, colon);
  }
}

function valueAfter(line: string, colon: number): string {
  if (colon === -1) return "";

  return line.slice(line.charCodeAt(colon + 1) === 0x20 ? colon + 2 : colon + 1);
}
