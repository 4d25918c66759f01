import { isFields } from "../json-shape.ts";
import type { ContentPart, RespondCall, Turn } from "../provider.ts";
import { exampleOf } from "./example-json.ts";
import { mentionedNumbers, mentionedValues } from "./mentioned-values.ts";

/** What the sandbox says, by rules: it repeats, counts, relays the results of tools, or says what it is. */
export function simulatedAnswer(call: RespondCall, message: string): string {
  const results = latestResults(call.conversation);
  const plain = results.length > 0 ? aboutResults(call, results) : aboutMessage(call, message);
  const format = call.textFormat;
  if (format === undefined || format.type === "text") {
    return plain;
  }
  if (format.type === "json_object") {
    return isJsonObject(plain) ? plain : JSON.stringify({ answer: plain });
  }
  const texts = [...mentionedValues(message), plain];
  return JSON.stringify(exampleOf(format.schema, { texts, numbers: mentionedNumbers(message) }));
}

function isJsonObject(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

export function textOfParts(parts: readonly ContentPart[]): string {
  return parts
    .filter((part) => part.type === "text")
    .map((part) => part.text)
    .join("\n");
}

export function lastUserMessage(conversation: readonly Turn[]): string {
  const turn = conversation.findLast((each) => each.type === "message" && each.role === "user");
  return turn?.type === "message" ? textOfParts(turn.content).trim() : "";
}

type Result = Extract<Turn, { type: "result" }>;

/** The results that the conversation ends with. */
export function latestResults(conversation: readonly Turn[]): readonly Result[] {
  const start = conversation.findLastIndex((turn) => turn.type !== "result") + 1;
  return conversation.slice(start).filter((turn) => turn.type === "result");
}

function aboutResults(call: RespondCall, results: readonly Result[]): string {
  const sentences = results.map((result) => {
    const origin = call.conversation.find(
      (turn) => turn.type === "call" && turn.callId === result.callId,
    );
    const name = origin?.type === "call" ? origin.name : "the tool";
    const given = origin?.type === "call" ? describedArguments(origin.arguments) : "";
    return `${name}${given} returned: ${textOfParts(result.output).trim() || attachments(result.output)}`;
  });
  return sentences.join("\n");
}

function describedArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const values = isFields(value) ? Object.values(value) : [];
    return values.length === 0 ? "" : ` (${values.map(String).join(", ")})`;
  } catch {
    return "";
  }
}

function attachments(parts: readonly ContentPart[]): string {
  const images = parts.filter((part) => part.type === "image").length;
  const files = parts.filter((part) => part.type === "file").length;
  const counted = [plural(images, "image"), plural(files, "file")].filter((text) => text !== "");
  return counted.join(" and ") || "nothing";
}

function plural(count: number, noun: string): string {
  if (count === 0) {
    return "";
  }
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function aboutMessage(call: RespondCall, message: string): string {
  return (
    repeated(message) ??
    counted(message) ??
    manyWords(message) ??
    introduction(message) ??
    otherwise(call, message)
  );
}

const verb = "(?:repeat(?: after me)?|say|echo|(?:reply|respond|answer) with)";
const plain = "(?: (?:back|exactly|verbatim|only|just|to me|the words?))*";
/** "say this: …" hands over what follows the colon, "say this is a test" begins with "this". */
const pointing =
  "(?: (?:this|these|the following|the (?:text|phrase|sentence))(?: \\w+){0,2}(?=:))?";

/** At the start of the message, or anywhere before a colon, a quotation or a word such as "exactly". */
const repeatPatterns = [
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
  const wanted = repeatPatterns
    .map((pattern) => message.trim().match(pattern)?.[1]?.trim())
    .find((found) => found !== undefined && found !== "");
  if (wanted === undefined) {
    return undefined;
  }
  const quoted = wanted.match(/^["“'‘`](.+?)["”'’`](?<tail>.*)$/su);
  const times = timesOf(quoted ? (quoted.groups?.["tail"] ?? "") : wanted);
  const text = quoted?.[1] ?? wanted.replace(timesPattern, "").trim();
  return Array.from({ length: times }, () => text).join(" ");
}

const timesPattern = /[,\s]*\b(?:(\d{1,3}|two|three|four|five|ten) times|twice)[.!]?\s*$/iu;
const numerals: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };

function timesOf(text: string): number {
  const match = text.match(timesPattern);
  if (match === null) {
    return 1;
  }
  const amount = match[1]?.toLowerCase() ?? "two";
  return numerals[amount] ?? Math.max(1, Number(amount));
}

function counted(message: string): string | undefined {
  const match = message.match(/\bcount(?: up)?(?: from (\d{1,4}|one))? to (\d{1,4}|five|ten)\b/iu);
  const numberOf = (text: string | undefined) =>
    ({ one: 1, five: 5, ten: 10 })[text?.toLowerCase() ?? ""] ?? Number(text);
  const last = numberOf(match?.[2]);
  const first = match?.[1] === undefined ? 1 : numberOf(match[1]);
  if (match === null || last < first) {
    return undefined;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).join(", ");
}

const filler =
  "a simulated answer flows word by word so that streams can be watched without any real model behind them".split(
    " ",
  );

/** "Write 200 words about …" makes a long stream, for trying out cancellation and back-pressure. */
function manyWords(message: string): string | undefined {
  const match = message.match(/\b(\d{1,5})[ -]words?\b/iu);
  const amount = Math.min(Number(match?.[1] ?? 0), 20_000);
  if (amount === 0) {
    return undefined;
  }
  return Array.from({ length: amount }, (_, index) => filler[index % filler.length]).join(" ");
}

function introduction(message: string): string | undefined {
  return /^\s*(?:hello|hi|hey|good (?:morning|evening|day))\b[^\n]{0,40}$/iu.test(message)
    ? "Hello! I am the sandbox of this gateway: a simulated model that needs no network."
    : undefined;
}

function otherwise(call: RespondCall, message: string): string {
  const turn = call.conversation.findLast(
    (each) => each.type === "message" && each.role === "user",
  );
  const parts = turn?.type === "message" ? turn.content : [];
  const attached = attachments(parts);
  const also = attached === "nothing" ? "" : ` You attached ${attached}.`;
  const heard = message === "" ? "You sent no text." : `You said: "${message.slice(0, 2_000)}".`;
  return `${heard}${also} This is a simulated answer from the sandbox.`;
}
