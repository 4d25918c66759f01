/** More than this the sandbox neither reads of a message nor says. */
export const longestAnswer = 64 * 1024;

const verb = "(?:repeat(?: after me)?|say|echo|(?:reply|respond|answer) with)";
const plain = "(?: (?:back|exactly|verbatim|only|just|to me|the words?))*";
/** "say this: …" hands over what follows the colon, "say this is a test" begins with "this". */
const pointing =
  "(?: (?:this|these|the following|the (?:text|phrase|sentence))(?: \\w+){0,2}(?=:))?";

/** At the start of the message, or anywhere before a colon, a quotation or a word such as "exactly". */
const patterns = [
  new RegExp(
    `^(?:please |just |now |simply |only |can you |could you )*${verb}${plain}${pointing}[:,]?\\s+(.+)$`,
    "isu",
  ),
  new RegExp(`\\b${verb}${plain}${pointing}:\\s*(.+)$`, "isu"),
  new RegExp(`\\b${verb}${plain} (["“'‘\`].+)$`, "isu"),
  new RegExp(`\\b${verb}(?: (?:exactly|verbatim|only|just|the words?))+ (.+)$`, "isu"),
];

/** What the message asks to be repeated, where it asks for that. */
export function repeated(message: string): string | undefined {
  const read = message.slice(0, longestAnswer).trim();
  const wanted = patterns
    .map((pattern) => read.match(pattern)?.[1]?.trim())
    .find((found) => found !== undefined && found !== "");
  if (wanted === undefined) return undefined;

  const quoted = wanted.match(/^["“'‘`](.+?)["”'’`](?<tail>.*)$/su);
  const asked = timesAsked(quoted ? (quoted.groups?.["tail"] ?? "") : wanted);
  const text = quoted?.[1] ?? asked.before;
  const most = Math.max(1, Math.floor(longestAnswer / (text.length + 1)));
  return Array.from({ length: Math.min(asked.times, most) }, () => text).join(" ");
}

/** Looked for among the last characters alone: anywhere else it does not count. */
const timesPattern = /\b(?:(\d{1,3}|two|three|four|five|ten) times|twice)[.!]?$/iu;
const longestTimes = 32;
const numerals: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };

function timesAsked(given: string): { readonly times: number; readonly before: string } {
  const text = given.trimEnd();
  const end = text.slice(-longestTimes);
  const match = end.match(timesPattern);
  if (match === null) return { times: 1, before: text };

  const amount = match[1]?.toLowerCase() ?? "two";
  return {
    times: numerals[amount] ?? Math.max(1, Number(amount)),
    before: withoutSeparators(text.slice(0, text.length - end.length + (match.index ?? 0))),
  };
}

function withoutSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && /[,\s]/u.test(text[end - 1] ?? "")) end -= 1;

  return text.slice(0, end).trim();
}
