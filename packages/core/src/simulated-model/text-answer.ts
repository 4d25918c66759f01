import { isFields } from "../json/shape.ts";
import type { ContentPart, Turn } from "../model-call/respond-call.ts";
import { exampleOf } from "./example-json.ts";
import type { Mentions } from "./mentions.ts";
import {
  lastUserContent,
  latestResults,
  type Question,
  type Result,
  textOfParts,
} from "./question.ts";
import { askedForThoughts, recalledThoughts } from "./recall.ts";
import { readAt } from "./refused-question.ts";
import { longestAnswer, repeated } from "./repeated.ts";

/** What the model says, by rules: it repeats, counts, relays the results of tools, or says what it is. */
export function textAnswer(question: Question, message: string, mentions: Mentions): string {
  const results = latestResults(question.conversation);
  const said =
    results.length > 0 ? aboutResults(question, results) : aboutMessage(question, message);
  const plain = said.slice(0, longestAnswer);
  const format = question.textFormat;
  if (format === undefined || format.type === "text") return plain;

  if (format.type === "json_object")
    return isJsonObject(plain) ? plain : JSON.stringify({ answer: plain });

  const ingredients = { texts: [...mentions.values(), plain], numbers: mentions.numbers };
  return readAt("text.format.schema", () => JSON.stringify(exampleOf(format.schema, ingredients)));
}

function isJsonObject(text: string): boolean {
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Only so many are reported: more would be more than an answer holds. */
const mostResults = 256;
const longestResult = 4_000;

function aboutResults(question: Question, results: readonly Result[]): string {
  const { conversation } = question;
  const origins = new Map<string, Extract<Turn, { type: "call" }>>();
  for (const turn of conversation)
    if (turn.type === "call" && !origins.has(turn.callId)) origins.set(turn.callId, turn);

  const sentences = results.slice(0, mostResults).map(({ callId, output }) => {
    const origin = origins.get(callId);
    const name = origin?.name ?? "the tool";
    const given = origin === undefined ? "" : describedArguments(origin.arguments);
    const text = textOfParts(output).trim().slice(0, longestResult);
    return `${name}${given} returned: ${text || attachments(output)}`;
  });
  return [...sentences, ...(askedForThoughts(question) ? [recalledThoughts(question)] : [])].join(
    "\n",
  );
}

function describedArguments(text: string): string {
  if (text.length > longestResult) return " (…)";

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
  if (count === 0) return "";

  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function aboutMessage(question: Question, message: string): string {
  const beginning = message.slice(0, longestAnswer);
  if (askedForThoughts(question)) return recalledThoughts(question);

  return (
    repeated(message) ??
    counted(beginning) ??
    manyWords(beginning) ??
    introduction(beginning) ??
    otherwise(question, message)
  );
}

function counted(message: string): string | undefined {
  const match = message.match(/\bcount(?: up)?(?: from (\d{1,4}|one))? to (\d{1,4}|five|ten)\b/iu);
  const numberOf = (text: string | undefined) =>
    ({ one: 1, five: 5, ten: 10 })[text?.toLowerCase() ?? ""] ?? Number(text);
  const last = numberOf(match?.[2]);
  const first = match?.[1] === undefined ? 1 : numberOf(match[1]);
  if (match === null || last < first) return undefined;

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
  if (amount === 0) return undefined;

  return Array.from({ length: amount }, (_, index) => filler[index % filler.length]).join(" ");
}

function introduction(message: string): string | undefined {
  return /^\s*(?:hello|hi|hey|good (?:morning|evening|day))\b[^\n]{0,40}$/iu.test(message)
    ? "Hello! I am the sandbox of this gateway: a simulated model that needs no network."
    : undefined;
}

function otherwise({ conversation }: Question, message: string): string {
  const attached = attachments(lastUserContent(conversation));
  const also = attached === "nothing" ? "" : ` You attached ${attached}.`;
  const heard = message === "" ? "You sent no text." : `You said: "${message.slice(0, 2_000)}".`;
  return `${heard}${also} This is a simulated answer from the sandbox.`;
}
