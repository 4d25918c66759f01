import { type Asked, type Behaviour, begin, read } from "./journal.ts";
import type { MoneyCase } from "./money-case.ts";

const vectors = [[0.5, -0.25, 1, 2]];

function body(vectorsOf: unknown, tokens?: number): string {
  const data = [...(vectorsOf as readonly unknown[])].map((embedding, index) => ({
    index,
    embedding,
  }));
  return JSON.stringify({
    data,
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens } }),
  });
}

const serves: Behaviour = ({ response, inputTokens, bill }) => {
  bill(0);
  begin(response, "application/json");
  response.end(body(vectors, inputTokens));
};

/** Bills its input, and answers with this. */
const answers =
  (text: (asked: Asked) => string): Behaviour =>
  (asked) => {
    asked.bill(0);
    begin(asked.response, "application/json");
    asked.response.end(text(asked));
  };

const ofWrongLength = answers(({ inputTokens }) => body([[1, 2, 3]], inputTokens));

const takesIt: Behaviour = (asked) => {
  asked.bill(0);
  asked.ready();
};

export const embeddingCases: readonly MoneyCase[] = [
  { fault: "caller hangs up", stage: "while connecting (TLS)", place: "tls", leaves: "soon" },
  {
    fault: "caller hangs up",
    stage: "sent, to a server that reads nothing",
    place: "deaf",
    leaves: "soon",
    reason: "the question lies in the server's buffers; whether it will be read is not known yet",
  },
  { fault: "caller hangs up", stage: "request sent", first: takesIt, leaves: "ready" },
  {
    fault: "caller hangs up",
    stage: "just before the answer",
    first: async ({ response, bill, ready }) => {
      // It counts something else than we would have.
      bill(0, 31);
      ready();
      await read();
      response.end(body(vectors, 31));
    },
    leaves: "ready",
  },
  {
    fault: "caller hangs up",
    stage: "mid-answer",
    first: (asked) => {
      asked.bill(0);
      begin(asked.response, "application/json");
      asked.response.write(body(vectors).slice(0, 20), () => asked.ready());
    },
    leaves: "ready",
  },
  { fault: "caller hangs up", stage: "after the end", first: serves, leaves: "end" },
  { fault: "connection refused", stage: "connecting", place: "closed" },
  {
    fault: "connection cut",
    stage: "request sent",
    first: ({ response }) => void response.socket?.destroy(),
  },
  {
    fault: "connection cut",
    stage: "mid-answer",
    first: async (asked) => {
      asked.bill(0);
      begin(asked.response, "application/json");
      asked.response.write(body(vectors).slice(0, 20));
      await read();
      asked.response.socket?.destroy();
    },
  },
  {
    fault: "status 503",
    stage: "in place of a reply",
    first: ({ response }) => void response.writeHead(503).end(),
  },
  {
    fault: "an error with status 200",
    stage: "in place of a reply",
    first: ({ response }) => void response.end('{"error":{"message":"no"}}'),
  },
  { fault: "vectors of a wrong length, usage told", stage: "end", first: ofWrongLength },
  {
    fault: "vectors that are no numbers, usage told",
    stage: "end",
    first: answers(({ inputTokens }) => body([["1", 2, 3, 4]], inputTokens)),
  },
  {
    fault: "malformed JSON",
    stage: "mid-answer",
    first: answers(() => body(vectors).slice(0, 20)),
  },
  {
    fault: "time-out",
    stage: "request sent",
    place: "impatient",
    first: ({ bill }) => bill(0),
  },
  { fault: "fail-over after a wrong length", stage: "end", first: ofWrongLength, second: serves },
  { fault: "wrong lengths from both", stage: "end", first: ofWrongLength, second: ofWrongLength },
  { fault: "settlement too late", stage: "end", first: serves, isLate: true },
  { fault: "usage not told", stage: "end", first: answers(() => body(vectors)) },
  {
    fault: "usage of 1e15",
    stage: "end",
    first: ({ response, bill }) => {
      bill(0, 1e15);
      response.end(body(vectors, 1e15));
    },
    reason:
      "no request to this model uses that many: counts end at its context and its longest answer, in reply and ledger alike",
  },
];
