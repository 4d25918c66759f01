import type { IncomingMessage } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import type { Entry } from "../../access/entry.ts";
import { LentPlace } from "../../access/entry.ts";
import type { InFlight } from "../../access/in-flight.ts";
import type { GatewayError } from "../../errors.ts";
import type { Route } from "../contract/located-operation.ts";
import { type ReceivedParts, received } from "../request/received.ts";
import { idsOf, recordOf } from "../request/request-record.ts";
import type { ServeParts } from "../serve-operation.ts";
import { Conversation } from "./conversation.ts";
import { errorEvent } from "./error-event.ts";
import { MessageReply } from "./message-reply.ts";
import { requestOf } from "./request-of.ts";
import { serveMessage } from "./serve-message.ts";

export interface ConnectionParts extends ServeParts, ReceivedParts {
  readonly inFlight: InFlight;
}

/** What a connection is opened with. */
export interface Opening {
  readonly route: Route;
  readonly upgrade: IncomingMessage;
  readonly entry: Entry;
}

/** Messages that wait for the response before them. */
const mostWaiting = 16;
/** Proxies and load balancers cut connections that are silent for about a minute. */
const pingMs = 15_000;
/** How long the caller may take to answer a close. */
const closeMs = 2_000;

/** As RFC 6455 numbers them. */
const closing = { goingAway: 1001, unsupported: 1003, refused: 1008, tryLater: 1013 } as const;

interface Ending {
  readonly code: number;
  readonly reason: string;
}

const notText: Ending = { code: closing.unsupported, reason: "Send each message as text." };
const tooMany: Ending = {
  code: closing.refused,
  reason: "Too many messages wait for their response.",
};
const noRoom: Ending = {
  code: closing.tryLater,
  reason: "There is no room for the message at present.",
};

const longestReceipt = 4_096;

/** Codex tells so that it has read a response. It asks nothing: an answer would be taken for one to its next request. */
function isReceipt(data: Buffer): boolean {
  if (data.length > longestReceipt) return false;
  return /^\s*\{\s*"type"\s*:\s*"response\.processed"/.test(data.toString());
}

/** Answers the handshakes. Nothing is compressed: a compressor takes hundreds of kilobytes for each connection. */
export function createHandshake(maxBytes: number): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxBytes,
  });
}

/**
 * One WebSocket. It has a place in flight for as long as it is open, so that it ends with its key; its requests are served
 * in this place, one after the other.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #socket: WebSocket;
  readonly #opening: Opening;
  readonly #conversation: Conversation;
  readonly #waiting: Buffer[] = [];
  readonly #begin: ReturnType<typeof received>;
  readonly #pings: NodeJS.Timeout;
  #waitingBytes = 0;
  #serving: { readonly place: LentPlace; readonly reply: MessageReply } | null = null;
  #ending: Ending | null = null;
  #isAlive = true;
  #hasLeft = false;

  constructor(parts: ConnectionParts, socket: WebSocket, opening: Opening) {
    this.#parts = parts;
    this.#socket = socket;
    this.#opening = opening;
    this.#conversation = new Conversation(parts.limits.maxBytes);
    this.#begin = received(parts);
    this.#pings = setInterval(() => this.#ping(), pingMs);
    this.#pings.unref();
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    // A message that is too large or no UTF-8: the library closes with the number of that.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#leave());
    opening.entry.whenStopped((reason) => this.#stop(reason));
  }

  /** Closes when the response that is under way has ended. */
  drain(): void {
    this.#end(closing.goingAway, "The gateway is stopping.");
  }

  #receive(data: unknown, isBinary: boolean): void {
    this.#isAlive = true;
    if (this.#ending !== null) return;
    const isText = !isBinary && Buffer.isBuffer(data);
    if (isText && isReceipt(data)) return;
    const refusal = isText ? this.#queue(data) : notText;
    if (refusal !== null) this.#end(refusal.code, refusal.reason);
    else if (this.#serving === null) void this.#serveAll();
  }

  #queue(data: Buffer): Ending | null {
    const bytes = this.#waitingBytes + data.length;
    if (this.#waiting.length >= mostWaiting || bytes > this.#parts.limits.maxBytes) return tooMany;
    try {
      this.#opening.entry.take(data.length);
    } catch {
      return noRoom;
    }
    this.#waiting.push(data);
    this.#waitingBytes = bytes;
    return null;
  }

  async #serveAll(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) await this.#serve(next);
    if (this.#ending !== null) this.#close(this.#ending.code, this.#ending.reason);
  }

  #next(): Buffer | undefined {
    const next = this.#ending === null ? this.#waiting.shift() : undefined;
    this.#waitingBytes -= next?.length ?? 0;
    return next;
  }

  async #serve(data: Buffer): Promise<void> {
    const { route, upgrade, entry } = this.#opening;
    const bytes = data.length;
    const reply = new MessageReply(this.#socket);
    const place = new LentPlace(entry, bytes);
    this.#serving = { place, reply };
    const request = requestOf(upgrade, data);
    this.#begin(request, reply);
    const enter = () => {
      this.#parts.inFlight.checkMemory();
      return place;
    };
    await serveMessage(this.#parts, this.#conversation, { route, request, bytes, enter, reply });
    this.#serving = null;
    if (this.#hasLeft) entry.leave();
    else this.#keep();
    // A reply that was cut off must not look like one that goes on.
    if (!reply.writableFinished) this.#socket.terminate();
  }

  /** Between two requests only the conversation is held, and what waits. */
  #keep(): void {
    const { entry } = this.#opening;
    entry.keep(this.#waitingBytes);
    try {
      entry.take(this.#conversation.bytes);
    } catch {
      this.#conversation.forget();
    }
  }

  /** The key has fallen, or the gateway stops: a response that is under way ends as a failure. */
  #stop(reason: GatewayError): void {
    const code = reason.status === 401 ? closing.refused : closing.goingAway;
    const { requestId } = idsOf(recordOf(this.#opening.upgrade));
    if (this.#serving === null && this.#ending === null)
      this.#socket.send(errorEvent(reason, requestId));
    this.#end(code, reason.message);
    this.#serving?.place.stop(reason);
  }

  #end(code: number, reason: string): void {
    this.#ending ??= { code, reason };
    if (this.#serving === null) this.#close(this.#ending.code, this.#ending.reason);
  }

  #close(code: number, reason: string): void {
    this.#socket.close(code, reason.slice(0, 120));
    setTimeout(() => this.#socket.terminate(), closeMs).unref();
  }

  #ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  #leave(): void {
    clearInterval(this.#pings);
    this.#ending ??= { code: closing.goingAway, reason: "" };
    this.#hasLeft = true;
    if (this.#serving === null) this.#opening.entry.leave();
    else this.#serving.reply.destroy();
  }
}
