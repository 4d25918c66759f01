import { Writable } from "node:stream";
import type { WebSocket } from "ws";
import { EventWriter, type Writing } from "../reply/sse.ts";

/** As much of a reply as may wait for a slow reader before its upstream waits too. */
const mostWaitingBytes = 64 * 1024;

/** The reply to one message: each text that is written is a message of its own. */
export class MessageReply extends Writable {
  statusCode = 200;
  hasBegun = false;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    super({ decodeStrings: false, highWaterMark: mostWaitingBytes });
    this.#socket = socket;
    // The connection's own end is noticed where the connection is kept.
    this.on("error", () => undefined);
  }

  override _write(text: string, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.hasBegun = true;
    this.#socket.send(text, done);
  }
}

const dataStart = "data: ";
const streamEnd = "[DONE]";
const noticeName = "x-portico-notice";
/** How a stream over HTTP tells a notice that comes after its head. */
const noticeStart = ": X-Portico-Notice: ";

/** Writes the events of a stream as messages. Its last line is none. */
export class MessageEvents extends EventWriter<MessageReply> {
  readonly #note: (event: string) => void;

  constructor(writing: Writing<MessageReply>, note: (event: string) => void) {
    super(writing);
    this.#note = note;
  }

  protected begin(): void {
    // There is no head for the others; that it is asked for tells that the reply begins.
    const { [noticeName]: notice } = this.reply.headers?.() ?? {};
    if (notice !== undefined) this.#tell(notice);
  }

  protected write(events: string): boolean {
    let mayGoOn = true;
    for (const frame of events.split("\n\n")) {
      if (frame.startsWith(noticeStart)) this.#tell(frame.slice(noticeStart.length));
      const event = frame.startsWith(dataStart) ? frame.slice(dataStart.length) : streamEnd;
      if (event === streamEnd) continue;
      this.#note(event);
      mayGoOn = this.response.write(event);
    }
    return mayGoOn;
  }

  #tell(notice: string): void {
    const headers = { [noticeName]: notice };
    this.response.write(JSON.stringify({ type: "response.metadata", headers }));
  }

  protected writeLast(events: string): void {
    this.write(events);
  }

  /** The connection has its own pings. */
  protected keepAlive(): void {}
}
