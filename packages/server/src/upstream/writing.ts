import { channel } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** The request that is about to be written: undici publishes its socket right afterwards, in the same turn. */
let next: Writing | undefined;

/** https://undici.nodejs.org/#/docs/api/DiagnosticsChannel: the only place where undici exposes a request's socket. */
channel("undici:client:sendHeaders").subscribe((message) => {
  const writing = next;
  next = undefined;
  if (isSending(message)) writing?.onto(message.socket);
});

/** How far the writing of one request has come. */
export class Writing {
  #socket: Pick<Socket, "writableLength"> | undefined;

  /** The connection is there, and undici is about to write. */
  begin(): void {
    next = this;
  }

  onto(socket: Pick<Socket, "writableLength">): void {
    this.#socket = socket;
  }

  /** Whether the whole request was sent. Bytes that still wait in the socket are dropped when it closes. */
  isWhole(): boolean {
    return this.#socket?.writableLength === 0;
  }
}

function isSending(message: unknown): message is { readonly socket: Socket } {
  return typeof message === "object" && message !== null && "socket" in message;
}
