import { type Behaviour, begin, read, says, word } from "./journal.ts";
import type { MoneyCase } from "./money-case.ts";

/** Ten words, as every answer of this table would have. */
const whole = 10;

/** An answer in good order, and its bill: in whichever form it is asked for. */
export const serves: Behaviour = ({ response, isStream, inputTokens, bill }) => {
  bill(whole);
  if (!isStream) return void response.end(wholeBody(inputTokens, whole));
  begin(response);
  response.end(says.words(whole) + says.finish() + says.usage(inputTokens, whole) + says.done);
};

function wholeBody(input: number, words: number, more: object = {}, output = words): string {
  const message = { role: "assistant", content: word.repeat(words), ...more };
  return JSON.stringify({
    id: "c",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens: input, completion_tokens: output },
  });
}

/** So many words and what else is said, then something happens. What was said is billed, unless it is said otherwise. */
const after =
  (
    words: number,
    then: (asked: Parameters<Behaviour>[0]) => void,
    more = "",
    bill: readonly [output: number, input?: number] = [words],
  ): Behaviour =>
  async (asked) => {
    asked.bill(...bill);
    begin(asked.response);
    asked.response.write(says.words(words) + more);
    await read();
    then(asked);
  };

const cut = ({ response }: Parameters<Behaviour>[0]) => void response.socket?.destroy();
const end = ({ response }: Parameters<Behaviour>[0]) => void response.end();
const wait = ({ ready }: Parameters<Behaviour>[0]) => ready();
const free = ({ bill }: Parameters<Behaviour>[0]) => bill(0, 0);

/** An upstream counts its dialect's own marks too: what it tells is not what would have been counted. */
const withMarks = (inputTokens: number) => inputTokens + 5;

/** A call whose arguments are no JSON, ended in good order, with what was used. */
const malformed: Behaviour = async ({ response, inputTokens, bill }) => {
  bill(whole, withMarks(inputTokens));
  begin(response);
  const used = says.usage(withMarks(inputTokens), whole);
  response.end(says.call('{"a":') + says.finish("tool_calls") + used + says.done);
};

/** Sends its usage for the bill, and no content. */
const takesIt: Behaviour = (asked) => {
  asked.bill(0);
  asked.ready();
};

const unanswered =
  "it never answers: what it may have written meanwhile is not known, so all that it was allowed to write is booked";

/** A stream whose caller left has no more words; an answer in one piece is finished, because its upstream learns nothing. */
const goesOn =
  (before: Behaviour): Behaviour =>
  async (asked) => {
    await before(asked);
    if (asked.isStream) return takesIt(asked);
    asked.bill(whole);
    asked.ready();
    await read();
    asked.response.end(wholeBody(asked.inputTokens, whole));
  };

/** A model that thinks before its first word, and shows nothing of it. */
const thought = 7;

const thinks =
  (before: string): Behaviour =>
  async ({ response, isStream, inputTokens, bill, ready }) => {
    bill(whole + thought);
    begin(response, isStream ? "text/event-stream" : "application/json");
    if (isStream) response.write(before);
    await read();
    ready();
    await read();
    const used = says.usage(inputTokens, whole + thought);
    const rest = says.words(whole) + says.finish() + used + says.done;
    response.end(isStream ? rest : wholeBody(inputTokens, whole, {}, whole + thought));
  };

const hangUps: readonly MoneyCase[] = [
  { fault: "caller hangs up", stage: "while connecting (TLS)", place: "tls", leaves: "soon" },
  {
    fault: "caller hangs up",
    stage: "sent, to a server that reads nothing",
    place: "deaf",
    leaves: "soon",
    reason: "the question lies in the server's buffers; whether it will be read is not known yet",
  },
  {
    fault: "caller hangs up",
    stage: "request sent",
    first: goesOn(() => undefined),
    leaves: "ready",
  },
  {
    fault: "caller hangs up",
    stage: "reply begun, no word yet",
    first: goesOn(({ response, isStream }) =>
      begin(response, isStream ? "text/event-stream" : "application/json"),
    ),
    leaves: "ready",
  },
  {
    fault: "caller hangs up",
    stage: "request sent, to a server without streams",
    modes: ["json"],
    place: "whole",
    first: goesOn(() => undefined),
    leaves: "ready",
  },
  {
    fault: "caller hangs up",
    stage: "request sent, no answer until the time-out",
    modes: ["json"],
    place: "impatient",
    first: takesIt,
    leaves: "ready",
    reason: unanswered,
  },
  {
    fault: "caller hangs up",
    stage: "in the silence of a model that was asked to think",
    thinks: true,
    first: thinks(""),
    leaves: "ready",
  },
  {
    fault: "caller hangs up",
    stage: "first word of a model that was asked to think",
    thinks: true,
    first: thinks(says.words(1)),
    leaves: "ready",
  },
  { fault: "caller hangs up", stage: "first word", first: after(1, wait), leaves: "ready" },
  { fault: "caller hangs up", stage: "mid-answer", first: after(5, wait), leaves: "ready" },
  { fault: "caller hangs up", stage: "90 %", first: after(9, wait), leaves: "ready" },
  { fault: "caller hangs up", stage: "after the end", first: serves, leaves: "end" },
];

const breaks: readonly MoneyCase[] = [
  { fault: "connection refused", stage: "connecting", place: "closed" },
  {
    fault: "connection cut",
    stage: "request sent",
    first: (asked) => {
      free(asked);
      cut(asked);
    },
  },
  {
    fault: "connection cut",
    stage: "reply begun, no word yet",
    first: async (asked) => {
      // As with a status of 5xx: an upstream that fails by itself before any output has no bill.
      free(asked);
      begin(asked.response);
      await read();
      cut(asked);
    },
  },
  { fault: "connection cut", stage: "mid-answer", first: after(5, cut) },
  {
    fault: "connection cut",
    stage: "after it told what was used",
    first: async (asked) => {
      const input = withMarks(asked.inputTokens);
      await after(whole, cut, says.finish() + says.usage(input, whole), [whole, input])(asked);
    },
  },
  { fault: "ends too early, in order", stage: "mid-answer", first: after(5, end) },
  {
    fault: "status 503",
    stage: "in place of a reply",
    first: (asked) => {
      free(asked);
      asked.response.writeHead(503).end();
    },
  },
  {
    fault: "an error event",
    stage: "in place of an answer",
    first: (asked) => {
      free(asked);
      begin(asked.response);
      asked.response.end(says.error);
    },
  },
  { fault: "an error event", stage: "mid-answer", first: after(5, end, says.error) },
  { fault: "malformed event", stage: "mid-answer", first: after(5, end, says.nonsense) },
  {
    fault: "malformed event",
    stage: "after it told what was used",
    first: async (asked) => {
      const input = withMarks(asked.inputTokens);
      const said = says.finish() + says.usage(input, whole) + says.nonsense;
      await after(whole, end, said, [whole, input])(asked);
    },
  },
  { fault: "malformed arguments, usage told", stage: "end", calls: true, first: malformed },
  {
    fault: "malformed JSON",
    stage: "an answer in one piece",
    modes: ["json"],
    first: ({ response, inputTokens, bill }) => {
      bill(whole);
      response.end(wholeBody(inputTokens, whole).slice(0, -40));
    },
    reason: "what it counted stood in the part that cannot be read: estimated by its size",
  },
  {
    fault: "time-out",
    stage: "request sent",
    modes: ["stream"],
    place: "impatient",
    first: takesIt,
  },
  {
    fault: "time-out",
    stage: "in the silence of a model that was asked to think",
    modes: ["stream"],
    place: "impatient",
    thinks: true,
    first: takesIt,
    reason: unanswered,
  },
  {
    fault: "time-out",
    stage: "request sent",
    modes: ["json"],
    place: "impatient",
    first: takesIt,
    reason: unanswered,
  },
  { fault: "time-out", stage: "mid-answer", place: "impatient", first: after(5, () => undefined) },
];

const limit = 20;
/** The hold for so many pays for a second answer of half that length, after a short one. */
const longer = 2_000;
/** The limit, its margin and the slack, and some more. */
const tooMany = 100;

const others: readonly MoneyCase[] = [
  {
    fault: "fail-over after malformed arguments",
    stage: "end",
    calls: true,
    maxOutputTokens: longer,
    first: malformed,
    second: serves,
  },
  {
    fault: "fail-over after a cut",
    stage: "mid-answer",
    modes: ["json"],
    maxOutputTokens: longer,
    first: after(5, cut),
    second: serves,
  },
  {
    fault: "no fail-over where the hold does not pay for it",
    stage: "end",
    calls: true,
    first: malformed,
    second: serves,
  },
  {
    fault: "malformed arguments from both",
    stage: "end",
    calls: true,
    maxOutputTokens: longer,
    first: malformed,
    second: malformed,
  },
  {
    fault: "output beyond its limit, without end",
    stage: "at the bound",
    maxOutputTokens: limit,
    first: after(tooMany, () => undefined),
  },
  {
    fault: "output beyond its limit, in one delta",
    stage: "at the bound",
    maxOutputTokens: limit,
    first: async (asked) => {
      asked.bill(tooMany * 5);
      begin(asked.response);
      asked.response.write(says.words(1).replace(word, word.repeat(tooMany * 5)));
    },
  },
  { fault: "settlement too late", stage: "end", first: serves, isLate: true },
  {
    fault: "usage not told",
    stage: "end",
    first: ({ response, bill }) => {
      bill(whole);
      begin(response);
      response.end(says.words(whole) + says.finish() + says.done);
    },
  },
  {
    fault: "usage of 1e15",
    stage: "end",
    first: ({ response, bill }) => {
      bill(1e15, 1e15);
      begin(response);
      response.end(says.words(whole) + says.finish() + says.usage(1e15, 1e15) + says.done);
    },
    reason:
      "no request to this model uses that many: counts end at its context and its longest answer, in reply and ledger alike",
  },
];

export const responseCases: readonly MoneyCase[] = [...hangUps, ...breaks, ...others];
