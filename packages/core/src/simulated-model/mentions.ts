/** More of a message is not read for what it mentions, and no more values are found in it. */
const longestMessage = 8_000;
const mostValues = 32;

/** What might be the value of a parameter in a message: quoted texts, names, things after a preposition, numbers. */
export class Mentions {
  readonly message: string;
  readonly numbers: readonly number[];
  readonly #quoted: readonly string[];
  readonly #names: readonly string[];
  readonly #things: readonly string[];

  constructor(message: string) {
    this.message = message.slice(0, longestMessage);
    this.numbers = numbersIn(this.message);
    this.#quoted = distinct(matchesOf(this.message, /["“”«»]([^"“”«»]{1,200})["“”«»]/gu));
    this.#names = namesIn(this.message);
    this.#things = thingsIn(this.message);
  }

  /** `subject`: words that say what is wanted, and not of what: "Weather in Paris". */
  values(subject: readonly string[] = []): readonly string[] {
    if (this.#quoted.length > 0) return this.#quoted;

    const others = new Set(subject);
    const names = distinct(this.#names.map((name) => withoutBeginners(name, others)));
    return names.length > 0 ? names : this.#things;
  }
}

function matchesOf(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [whole, group = whole] of text.matchAll(pattern)) found.push(group);

  return found;
}

function numbersIn(message: string): readonly number[] {
  return matchesOf(message, /(?<![\p{L}\d])-?\d+(?:\.\d+)?/gu)
    .slice(0, mostValues)
    .map(Number);
}

/** Words that begin a sentence with a capital letter without being a name. */
const beginners = new Set(
  `a about after all also am an and any are as ask at be but call can check compare could did do does
  each fetch find first for from get give go has have hello hey hi how i if in is it let list look
  lookup make may me my next no not now ok okay on one or our please query reply run say search send
  should show so tell thank thanks that the their then there these they this those to today tomorrow
  try use using was we were what when where which who whose why will with would write yes you your
  what's whats how's it's i'm i'd let's where's who's`.split(/\s+/),
);

/** "San Francisco, CA" is one name; "Paris, Rome" are two. */
function namesIn(message: string): readonly string[] {
  const pattern =
    /\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*)*(?:, \p{Lu}{2}(?![\p{L}]))?/gu;
  return matchesOf(message, pattern).map(withoutEnding);
}

const endings = new Set("'’.-");

/** `Paris's` and `Paris.` -> `Paris`. Step by step: a pattern for the end would be tried at each character. */
function withoutEnding(name: string): string {
  const end = endWithoutMarks(name, name.length);
  const isPossessive = name[end - 1] === "s" && endings.has(name[end - 2] ?? "");
  return name.slice(0, isPossessive ? endWithoutMarks(name, end - 1) : end);
}

function endWithoutMarks(name: string, length: number): number {
  let end = length;
  while (endings.has(name[end - 1] ?? "")) end -= 1;

  return end;
}

function withoutBeginners(name: string, others: ReadonlySet<string>): string {
  const words = name.split(" ");
  const start = words.findIndex((word) => {
    const plain = word.toLowerCase().replaceAll("’", "'");
    return !beginners.has(plain) && !others.has(plain);
  });
  return start === -1 ? "" : words.slice(start).join(" ");
}

function thingsIn(message: string): readonly string[] {
  const match = message.match(/\b(?:in|for|of|at|about|near|from|to|on)\s+([^?.!;:\n]+)/iu);
  const list = match?.[1] ?? "";
  const end = list.search(/\b(?:right now|now|today|tonight|tomorrow|please|this week|like)\b/iu);
  const things = (end === -1 ? list : list.slice(0, end))
    .split(/,|\band\b|\bor\b|&/iu)
    .map((value) => value.trim().replace(/^(?:the|a|an|both|in|for)\s+/iu, ""));
  return distinct(things.filter((value) => value.length <= 60));
}

function distinct(values: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const value of values) {
    const trimmed = value.trim();
    const name = trimmed.toLowerCase();
    if (trimmed !== "" && !seen.has(name)) seen.set(name, trimmed);
  }
  return [...seen.values()].slice(0, mostValues);
}
