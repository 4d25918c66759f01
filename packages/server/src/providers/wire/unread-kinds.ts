import type { Finish } from "@portico/core/model-call/parts";

/** So many kinds are named, each by a word that a header and a comment of a stream can hold. */
const mostKinds = 16;
const word = /^[\w.+/-]{1,80}$/;

/** What an upstream answered and no wire has a form for: by kinds, each named once, at the end of the answer. */
export class UnreadKinds {
  readonly #names = new Set<string>();

  /** `of` is what the upstream says of it, such as a media type. */
  add(kind: unknown, of?: unknown): void {
    if (this.#names.size >= mostKinds) return;
    const named = isWord(kind) ? kind : "a part of an unknown kind";
    this.#names.add(isWord(of) ? `${named} (${of})` : named);
  }

  /** For the `finish` of the answer. */
  get notice(): Pick<Finish, "notice"> {
    if (this.#names.size === 0) return {};
    const names = [...this.#names].join(", ");
    return {
      notice: `The provider also answered what has no form here, and it was left out: ${names}.`,
    };
  }
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && word.test(value);
}
