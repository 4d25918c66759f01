import type { Part, Reasoning } from "@portico/core/model-call/parts";

/** Plain thoughts of an answer, and, after each, where it stood: that is all that goes back beside its words. */
export class HeardThoughts {
  readonly #family: string | undefined;
  #open: string | undefined;

  /** The family of the carriers; undefined where the caller wants none. */
  constructor(family: string | undefined) {
    this.#family = family;
  }

  /** Whether a thought has words for which no carrier has been given. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  said(place: string, text: string, parts: Part[], more: Partial<Reasoning> = {}): void {
    if (this.#open !== undefined && this.#open !== place) this.settle(parts);
    if (text !== "") parts.push({ ...more, type: "reasoning", text });
    this.#open = place;
  }

  /** What follows the words of a thought still belongs to it. */
  goesOn(place: string): void {
    this.#open = place;
  }

  /** Something else comes now. */
  settle(parts: Part[]): void {
    const data = this.#open;
    this.#open = undefined;
    if (data !== undefined && this.#family !== undefined)
      parts.push({ type: "carrier", carrier: { family: this.#family, of: "thought", data } });
  }
}
