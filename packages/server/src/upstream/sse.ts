import { LineSplitter } from "./lines.ts";
import { parseUpstreamJson } from "./read-reply.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Cuts the bytes of a stream into events, whichever way they are cut into chunks. */
export interface EventParser<Event> {
  /** Adds the events that this chunk completes. Throws an UpstreamError after adding those before the damage. */
  push(chunk: Uint8Array, events: Event[]): void;
  /** The stream has ended: adds what is left of it. */
  end(events: Event[]): void;
}

export interface SseEvent {
  readonly data: string;
  /** The body ended before the blank line that ends an event: the data may be incomplete. */
  readonly unterminated?: true;
}

/** More than any dialect sends in one event: the upstream is broken or hostile. */
const maxEventLength = 4 * 1024 * 1024;

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

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream, the data alone. */
export class SseParser implements EventParser<SseEvent> {
  readonly #lines = new LineSplitter(maxEventLength);
  #data: string | undefined;

  push(chunk: Uint8Array, events: SseEvent[]): void {
    const lines = this.#lines.push(chunk);
    if (lines === undefined) throw tooLarge();
    for (const line of lines)
      if (line !== "") this.#field(line);
      else if (this.#data !== undefined) {
        events.push({ data: this.#data });
        this.#data = undefined;
      }
    if (this.#data !== undefined && this.#data.length > maxEventLength) throw tooLarge();
  }

  end(events: SseEvent[]): void {
    const rest = this.#lines.end();
    if (rest !== undefined) this.#field(rest);
    if (this.#data !== undefined) events.push({ data: this.#data, unterminated: true });
  }

  #field(line: string): void {
    const value = dataIn(line);
    if (value !== undefined)
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }
}

function tooLarge(): UpstreamError {
  return new UpstreamError("malformed", "The provider sent an event that is too large.");
}

const name = "data:";

function dataIn(line: string): string | undefined {
  if (line.startsWith(name))
    return line.slice(line.charCodeAt(name.length) === 0x20 ? name.length + 1 : name.length);
  return line === "data" ? "" : undefined;
}
