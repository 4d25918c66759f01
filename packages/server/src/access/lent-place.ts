import { type Entry, type Place, Stoppable } from "./entry.ts";

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
