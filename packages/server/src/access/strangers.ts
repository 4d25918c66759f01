import { networkOf } from "../networks.ts";
import { addressIsFull } from "./is-full.ts";

/**
 * The requests in flight that came without a key, by the network that they came from: those of one network may take a
 * part of the places for all of them, so that slow ones from there keep no one else from signing in.
 */
export class Strangers {
  readonly #most: number;
  readonly #byNetwork = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns what to call when the request has ended. Throws 429 if its network has too many in flight. */
  enter(address: string | null): () => void {
    const network = networkOf(address);
    const count = this.#byNetwork.get(network) ?? 0;
    if (count >= this.#most) throw addressIsFull(this.#most);
    this.#byNetwork.set(network, count + 1);
    return () => this.#leave(network);
  }

  #leave(network: string): void {
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, left);
  }
}
