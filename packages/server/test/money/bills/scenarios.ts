import { begin, read } from "../journal.ts";
import type { Dialect, Told } from "./dialect.ts";
import type { Question } from "./vendor.ts";

/** One fault of an upstream, and how its bill is to be found in the ledger. */
export interface Scenario {
  readonly name: string;
  readonly modes: readonly ("stream" | "json")[];
  /** The request asks for thoughts. */
  readonly thinks?: true;
  /** The caller hangs up when the upstream says so. */
  readonly leaves?: true;
  /** The request offers a function, and the model has several providers and other models behind it. */
  readonly calls?: true;
  /** The hold pays for all of it. */
  readonly isHeld?: true;
  /** The upstream falls silent: its provider has short time-outs. */
  readonly isSilent?: true;
  /**
   * `told`: the bill is charged and unbilled, to the nanodollar. `counted`: so it is, and marked as an estimate. `covered`:
   * at least the bill, marked as an estimate. `capped`: no more than the model can use.
   */
  readonly expected: "told" | "counted" | "covered" | "capped";
  answer(question: Question, dialect: Dialect): void | Promise<void>;
}

export const limit = 400;
const both = ["stream", "json"] as const;
const used: Told = { input: 37, output: 53 };

/** Bills what it says, as it was told to say it. */
function whole(question: Question, { end, head, words, whole: body }: Dialect, told: Told): void {
  question.bill(told);
  question.response.end(
    question.isStream ? head + words(3) + end(told) : JSON.stringify(body(3, told)),
  );
}

const saying =
  (told: Told): Scenario["answer"] =>
  (question, dialect) =>
    whole(question, dialect, told);

/** Thinks unseen, says something of it, hangs a caller up at this point, and goes on to its end. */
const thinking =
  (
    before: (dialect: Dialect) => string,
    after: (dialect: Dialect) => string,
    told = used,
  ): Scenario["answer"] =>
  async (question, dialect) => {
    const { response, isStream } = question;
    question.bill(told);
    begin(response, isStream ? "text/event-stream" : "application/json");
    if (isStream) response.write(before(dialect));
    await read();
    question.ready();
    await read();
    if (!isStream) return void response.end(JSON.stringify(dialect.whole(3, told)));
    response.write(after(dialect));
    await read();
    response.end(dialect.end(told));
  };

const nothing = () => "";

const hangUps: readonly Scenario[] = [
  {
    ...{ name: "left in silence", modes: both, thinks: true, leaves: true, expected: "told" },
    answer: thinking(nothing, ({ head, words }) => head + words(3)),
  },
  {
    ...{ name: "left after the head", modes: both, thinks: true, leaves: true, expected: "told" },
    answer: thinking(
      ({ head }) => head,
      ({ words }) => words(3),
    ),
  },
  {
    ...{ name: "left after a summary", modes: both, thinks: true, leaves: true, expected: "told" },
    answer: thinking(
      ({ head, summary }) => head + summary,
      ({ words }) => words(3),
    ),
  },
  {
    ...{ name: "left after a word", modes: both, thinks: true, leaves: true, expected: "told" },
    answer: thinking(
      ({ head, words }) => head + words(1),
      ({ words }) => words(2),
    ),
  },
  {
    ...{ name: "left before the usage", modes: both, thinks: true, leaves: true, expected: "told" },
    answer: thinking(({ head, words }) => head + words(3), nothing),
  },
  {
    ...{ name: "left in silence, beyond the hold", modes: both, thinks: true, leaves: true },
    expected: "told",
    answer: thinking(nothing, ({ head, words }) => head + words(3), { input: 37, output: 9_000 }),
  },
  {
    ...{ name: "left in silence, then silent", modes: both, thinks: true, leaves: true },
    ...{ isSilent: true, expected: "covered" },
    answer: async (question) => {
      question.bill({ input: question.tokens, output: limit / 2 });
      await read();
      question.ready();
    },
  },
  {
    ...{ name: "left while it speaks", modes: ["stream"], leaves: true, expected: "counted" },
    answer: async (question, { head, words }) => {
      question.bill({ input: question.tokens, output: 5 });
      begin(question.response);
      question.response.write(head + words(5));
      await read();
      question.ready();
    },
  },
];

const broken: readonly Scenario[] = [
  {
    ...{ name: "silent until the time-out", modes: both, thinks: true, isSilent: true },
    expected: "covered",
    answer: (question) => question.bill({ input: question.tokens, output: limit / 2 }),
  },
  {
    ...{ name: "reset unasked", modes: both, expected: "told" },
    answer: ({ response, bill }) => {
      bill({ input: 0, output: 0 });
      response.socket?.destroy();
    },
  },
  {
    ...{ name: "reset in mid-answer", modes: ["stream"], expected: "counted" },
    answer: async ({ response, bill, tokens }, { head, words }) => {
      bill({ input: tokens, output: 4 });
      begin(response);
      response.write(head + words(4));
      await read();
      response.socket?.destroy();
    },
  },
  {
    ...{ name: "malformed JSON", modes: ["json"], expected: "covered" },
    answer: ({ response, bill, tokens }, dialect) => {
      bill({ input: tokens, output: 3 });
      const body = JSON.stringify(dialect.whole(3, null));
      response.end(body.slice(0, -3));
    },
  },
  {
    ...{ name: "usage missing", modes: both, expected: "counted" },
    answer: ({ response, bill, tokens, isStream }, { head, words, end, whole: body }) => {
      bill({ input: tokens, output: 3 });
      response.end(isStream ? head + words(3) + end(null) : JSON.stringify(body(3, null)));
    },
  },
  {
    ...{ name: "usage negative", modes: both, expected: "counted" },
    answer: ({ response, bill, tokens, isStream }, { head, words, end, whole: body }) => {
      bill({ input: tokens, output: 3 });
      const told = { input: -1, output: -1 };
      response.end(isStream ? head + words(3) + end(told) : JSON.stringify(body(3, told)));
    },
  },
  {
    ...{ name: "calls that no request allows, from all", modes: both, calls: true },
    expected: "told",
    answer: ({ response, bill, isStream }, { head, call, end, wholeCall }) => {
      // So long that the hold of one answer does not pay for those of all providers.
      const long = { input: 37, output: limit - 10 };
      bill(long);
      const json = '{"a":';
      response.end(
        isStream ? head + call(json) + end(long) : JSON.stringify(wholeCall(json, long)),
      );
    },
  },
];

const told: readonly Scenario[] = [
  { name: "in good order", modes: both, expected: "told", answer: saying(used) },
  {
    ...{ name: "thought about", modes: both, thinks: true, expected: "told" },
    answer: saying({ input: 37, output: 210 }),
  },
  {
    ...{ name: "usage larger than the hold", modes: both, expected: "told" },
    answer: saying({ input: 20_000, output: 7_000 }),
  },
  {
    ...{ name: "usage of 1e15", modes: both, expected: "capped" },
    answer: saying({ input: 1e15, output: 1e15 }),
  },
];

/** The vendor calls a model up to eleven times, each with a context of 100,000 tokens. */
const searching: Scenario = {
  ...{ name: "found by groq/compound", modes: both, isHeld: true, expected: "told" },
  answer: saying({ input: 10 * 90_000, output: 10 * limit }),
};

/** Every empty answer of a dialect, in one piece and as a stream, at once and after a silence that its caller leaves. */
function emptyAnswers({ empty, emptyStreams }: Dialect): readonly Scenario[] {
  const wholes = Object.entries(empty).map(
    ([name, body]): Scenario => ({
      ...{ name: `empty: ${name}`, modes: ["json"], expected: "told" },
      answer: ({ response, bill }) => {
        bill(used);
        response.end(JSON.stringify(body(used)));
      },
    }),
  );
  const streams = Object.entries(emptyStreams).map(
    ([name, rest]): Scenario => ({
      ...{ name: `empty stream: ${name}`, modes: ["stream"], expected: "told" },
      answer: ({ response, bill }, { head }) => {
        bill(used);
        response.end(head + rest(used));
      },
    }),
  );
  return [...wholes, ...streams];
}

export function scenariosOf(dialect: Dialect): readonly Scenario[] {
  const always = [...told, ...hangUps, ...broken, ...emptyAnswers(dialect)];
  return dialect.kind === "openai-compatible" ? [...always, searching] : always;
}
