/** Of a text, more is not read for its words. */
const longestText = 2_000;
/** Shorter words say little, and of longer ones their beginning is enough. */
const shortest = 4;
const longest = 24;

const empty = new Set(
  "from with that this what which when where would could please about".split(" "),
);

/** The words of a text that say what it is about. */
export class Words {
  readonly list: readonly string[];
  readonly #whole: ReadonlySet<string>;
  readonly #beginnings = new Set<string>();

  constructor(text: string) {
    this.list = wordsOf(text);
    this.#whole = new Set(this.list);
    for (const word of this.#whole)
      for (const beginning of beginningsOf(word)) this.#beginnings.add(beginning);
  }

  /** How many words of another text begin with one of these, or one of these with them. */
  kinIn(text: string): number {
    let count = 0;
    for (const word of new Set(wordsOf(text))) {
      const isKin =
        this.#beginnings.has(word) || beginningsOf(word).some((one) => this.#whole.has(one));
      count += isKin ? 1 : 0;
    }
    return count;
  }
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: word.length - shortest + 1 }, (_, more) =>
    word.slice(0, shortest + more),
  );
}

function wordsOf(text: string): readonly string[] {
  const spaced = text
    .slice(0, longestText)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const words = spaced.match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map((word) => word.slice(0, longest));
}
