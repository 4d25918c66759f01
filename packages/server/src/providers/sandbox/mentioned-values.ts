/** Finds in a sentence what might be the value of a parameter: quoted texts, names, things after a preposition. */
export function mentionedValues(
  message: string,
  /** Words that say what is wanted, and not of what: "Weather in Paris". */
  subject: readonly string[] = [],
): readonly string[] {
  const quoted = [...message.matchAll(/["“”«»]([^"“”«»]{1,200})["“”«»]/gu)].map(
    (match) => match[1],
  );
  if (quoted.length > 0) {
    return distinct(quoted);
  }
  const names = properNames(message, new Set([...beginners, ...subject]));
  return names.length > 0 ? names : afterPreposition(message);
}

export function mentionedNumbers(message: string): readonly number[] {
  return [...message.matchAll(/(?<![\p{L}\d])-?\d+(?:\.\d+)?/gu)].map(([digits]) => Number(digits));
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

function properNames(message: string, others: ReadonlySet<string>): readonly string[] {
  // "San Francisco, CA" is one name; "Paris, Rome" are two.
  const pattern =
    /\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*)*(?:, \p{Lu}{2}(?![\p{L}]))?/gu;
  const names = [...message.matchAll(pattern)].map(([name]) => withoutBeginners(name, others));
  return distinct(names);
}

function withoutBeginners(name: string, others: ReadonlySet<string>): string {
  const words = name.replace(/(['’]s)?[.'’-]*$/u, "").split(" ");
  const start = words.findIndex((word) => !others.has(word.toLowerCase().replace(/’/g, "'")));
  return start === -1 ? "" : words.slice(start).join(" ");
}

function afterPreposition(message: string): readonly string[] {
  const match = message.match(/\b(?:in|for|of|at|about|near|from|to|on)\s+([^?.!;:\n]+)/iu);
  const list = (match?.[1] ?? "").replace(
    /\b(?:right now|now|today|tonight|tomorrow|please|this week|like)\b.*$/iu,
    "",
  );
  return distinct(
    list
      .split(/,|\band\b|\bor\b|&/iu)
      .map((value) => value.trim().replace(/^(?:the|a|an|both|in|for)\s+/iu, "")),
  ).filter((value) => value.length <= 60);
}

function distinct(values: readonly (string | undefined)[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const value of values) {
    const trimmed = value?.trim() ?? "";
    if (trimmed !== "" && !seen.has(trimmed.toLowerCase())) {
      seen.set(trimmed.toLowerCase(), trimmed);
    }
  }
  return [...seen.values()];
}
