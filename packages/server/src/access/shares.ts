import type { GatewayError } from "../errors.ts";

/** Places in flight by the name of who takes them: none has more than a share, so that each leaves room for others. */
export class Shares {
  readonly #most: number;
  readonly #isFull: (most: number) => GatewayError;
  readonly #taken = new Map<string, number>();

  constructor(most: number, isFull: (most: number) => GatewayError) {
    this.#most = most;
    this.#isFull = isFull;
  }

  /** Returns what to call when the request has ended. Throws if this name has its share. */
  enter(name: string): () => void {
    const count = this.#taken.get(name) ?? 0;
    if (count >= this.#most) throw this.#isFull(this.#most);
    this.#taken.set(name, count + 1);
    return () => this.#leave(name);
  }

  #leave(name: string): void {
    const left = (this.#taken.get(name) ?? 1) - 1;
    if (left === 0) this.#taken.delete(name);
    else this.#taken.set(name, left);
  }
}
