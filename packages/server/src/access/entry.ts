import type { Caller } from "../caller.ts";
import type { GatewayError } from "../errors.ts";

/** These first bytes of each body are always accepted, so that large bodies never keep small ones out. */
const freeBytes = 64 * 1024;

/** A key's number, or the id of a person's session. */
export type CallerId = number | string;

/** Where all places are counted. */
export interface AllPlaces {
  checkRoom(keyId: CallerId, bytes: number): void;
  addBytes(keyId: CallerId, bytes: number): void;
  leave(entry: Entry, bytes: number): void;
}

/** A running request's place in flight. */
export interface Place {
  checkRoom(bytes: number): void;
  take(bytes: number): void;
  whenStopped(listener: (reason: GatewayError) => void): void;
  leave(): void;
}

interface Entering {
  readonly keyId: CallerId;
  readonly caller: Caller | null;
  readonly onLeave: (() => void) | null;
}

/** Remembers a stop for a listener that comes later. */
export class Stoppable {
  #stopped: GatewayError | null = null;
  #onStop: ((reason: GatewayError) => void) | null = null;

  stop(reason: GatewayError): void {
    this.#stopped ??= reason;
    this.#onStop?.(this.#stopped);
  }

  /** Calls the listener at once if the request has been stopped already. */
  whenStopped(listener: (reason: GatewayError) => void): void {
    this.#onStop = listener;
    if (this.#stopped !== null) listener(this.#stopped);
  }
}

/** One running request. */
export class Entry extends Stoppable implements Place {
  readonly keyId: CallerId;
  readonly onLeave: (() => void) | null;
  /** Null for a signed request. */
  readonly secretHash: string | null;
  /** Null for a request that went by its key, and for a signed one. */
  readonly sessionId: string | null;
  readonly #all: AllPlaces;
  /** Bytes of its body beyond the free ones. */
  #bytes = 0;
  #freeBytes = freeBytes;
  #hasLeft = false;

  constructor(all: AllPlaces, { keyId, caller, onLeave }: Entering) {
    super();
    this.#all = all;
    this.keyId = keyId;
    this.onLeave = onLeave;
    this.secretHash = caller?.secretHash ?? null;
    this.sessionId = caller?.session?.id ?? null;
  }

  /** Throws if a body of this size has no room now, so that it need not be read. */
  checkRoom(bytes: number): void {
    this.#all.checkRoom(this.keyId, bytes - this.#freeBytes);
  }

  /** Counts further bytes of the body in memory. Throws if there is no room for them. */
  take(bytes: number): void {
    // Bytes that are counted after `leave` would never be subtracted.
    if (this.#hasLeft) return;
    const free = Math.min(bytes, this.#freeBytes);
    this.#all.checkRoom(this.keyId, bytes - free);
    this.#freeBytes -= free;
    this.#bytes += bytes - free;
    if (bytes > free) this.#all.addBytes(this.keyId, bytes - free);
  }

  /** Of all bytes that were counted, only these are still held. */
  keep(bytes: number): void {
    if (this.#hasLeft) return;
    const kept = Math.max(bytes - freeBytes, 0);
    this.#all.addBytes(this.keyId, kept - this.#bytes);
    this.#bytes = kept;
    this.#freeBytes = Math.max(freeBytes - bytes, 0);
  }

  /** Call it for every outcome; a second call does nothing. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#all.leave(this, this.#bytes);
  }
}

/**
 * A place in flight that outlives its requests, such as that of a connection, as one of them has it. Its owner frees what
 * the request has taken.
 */
export class LentPlace extends Stoppable implements Place {
  readonly #entry: Pick<Entry, "checkRoom" | "take">;
  /** Bytes of the request that are counted already. */
  #counted: number;

  constructor(entry: Pick<Entry, "checkRoom" | "take">, counted: number) {
    super();
    this.#entry = entry;
    this.#counted = counted;
  }

  checkRoom(bytes: number): void {
    this.#entry.checkRoom(Math.max(bytes - this.#counted, 0));
  }

  take(bytes: number): void {
    const counted = Math.min(bytes, this.#counted);
    this.#counted -= counted;
    this.#entry.take(bytes - counted);
  }

  leave(): void {}
}
