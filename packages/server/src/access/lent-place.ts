import type { GatewayError } from "../errors.ts";
import type { Entry, Place } from "./entry.ts";

/**
 * A place in flight that outlives its requests, such as that of a connection, as one of them has it. Its owner frees what
 * the request has taken.
 */
export class LentPlace implements Place {
  readonly #entry: Pick<Entry, "checkRoom" | "take">;
  /** Bytes of the request that are counted already. */
  #counted: number;
  #stopped: GatewayError | null = null;
  #onStop: ((reason: GatewayError) => void) | null = null;

  constructor(entry: Pick<Entry, "checkRoom" | "take">, counted: number) {
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

  stop(reason: GatewayError): void {
    this.#stopped ??= reason;
    this.#onStop?.(this.#stopped);
  }

  whenStopped(listener: (reason: GatewayError) => void): void {
    this.#onStop = listener;
    if (this.#stopped !== null) listener(this.#stopped);
  }

  leave(): void {}
}
