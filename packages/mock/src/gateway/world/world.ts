import { createRandom, type Random } from "../random.ts";
import type { FaultName } from "../rehearsal.ts";
import type { WorldData } from "./data.ts";

/** The state of a simulated gateway. What it holds is plain JSON, so that it can be kept and brought back. */
export class World {
  readonly #first: () => WorldData;
  readonly #seed: number;
  #data: WorldData | null = null;
  #changes = 0;

  /** `first` is asked when the world is first looked at. */
  constructor(first: () => WorldData, seed = 1) {
    this.#first = first;
    this.#seed = seed;
  }

  get data(): WorldData {
    this.#data ??= structuredClone(this.#first());
    return this.#data;
  }

  /** Grows with each change. */
  get changes(): number {
    return this.#changes;
  }

  /** What has been read of `data` has been changed. */
  touch(): void {
    this.#changes += 1;
  }

  toJSON(): WorldData {
    return this.data;
  }

  /** Takes the state that `toJSON` gave. */
  load(data: WorldData): void {
    this.#data = structuredClone(data);
    this.touch();
  }

  /** As it was in the beginning. */
  reset(): void {
    this.load(this.#first());
  }

  /** The fault that the next call of an operation meets here, and has then met. */
  takeFault(operationId: string): FaultName | null {
    const { data } = this;
    const due = data.faults.find((fault) => fault.operationId === operationId);
    if (due === undefined) return null;
    if (due.times !== null) {
      due.times -= 1;
      if (due.times === 0) data.faults = data.faults.filter((fault) => fault !== due);
      this.touch();
    }
    return due.fault;
  }

  /** A source of ids for one more thing. */
  random(): Random {
    this.data.made += 1;
    return createRandom((this.#seed * 7_919 + this.data.made * 104_729) >>> 0);
  }

  uuid(): string {
    const random = this.random();
    const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
    const variant = "89ab".charAt(Math.floor(random() * 4));
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
