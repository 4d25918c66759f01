import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  answers,
  type Behaviour,
  beginStream,
  chatBody,
  chatEvents,
  chatUsage,
  toFrame,
  writeApart,
} from "./chat-upstream.ts";

export const texts = ["Hel", "lo ", "Wörld \u{1f600}"];
export const fullText = texts.join("");

/**
 * The expected result of a fault. `status`: it is seen before any content, so that another provider can take over, or
 * else the caller gets this status. `broken`: a stream that has begun breaks off. `served`: the request succeeds.
 * A plain answer that breaks off never begins: it fails over, or gives the status; its received part is billed.
 */
export type Expectation =
  | { readonly kind: "status"; readonly status: number; readonly failsOver: boolean }
  | { readonly kind: "broken"; readonly text: string }
  | { readonly kind: "served" };

export interface Fault {
  readonly behaviour?: Behaviour;
  /** If it differs from the scripted upstream's. */
  readonly address?: "closed" | "tls" | "impatient" | "dozing";
  readonly stream: Expectation;
  readonly plain: Expectation;
  /** The input and output tokens that a failed attempt is billed for, if any. */
  readonly lost?: { readonly stream?: Tokens; readonly plain?: Tokens };
  readonly retryAfter?: string;
}

export type Tokens = readonly [input: number, output: number];

/** The limit of every question. */
export const mostOutputTokens = 20;

/** The tokens of the question, as the gateway counts them. */
const question = 1;
const asksInVain: Tokens = [question, 0];
/** In one piece, no byte tells how far an answer has come: it is billed as long as the matrix lets it become. */
const asksAllInVain: Tokens = [question, mostOutputTokens];

const served: Expectation = { kind: "served" };
const status = (code: number, failsOver = true): Expectation => ({
  kind: "status",
  status: code,
  failsOver,
});
const both = (expectation: Expectation) => ({ stream: expectation, plain: expectation });

const socketOf = (response: ServerResponse): Socket => {
  if (response.socket === null) throw new Error("There is no socket any more.");
  return response.socket;
};

const replies =
  (code: number, headers: Record<string, string> = {}, body?: string): Behaviour =>
  (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(body ?? JSON.stringify({ error: { message: `It says ${code}.`, type: "t" } }));
  };

const events = chatEvents(texts);
const frames = events.map(toFrame);
/** The text of this many events; the first event brings only the role. */
const textAfter = (count: number) => texts.slice(0, Math.max(0, count - 1)).join("");

/** A stream of the given pieces, or the plain body cut into pieces by the same rule. */
const inPieces =
  (cut: (text: string) => readonly (string | Uint8Array)[]): Behaviour =>
  async (response, { stream }) => {
    response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
    await writeApart(response, cut(stream ? frames.join("") : chatBody(texts)));
    response.end();
  };

/** Some frames, and then other bytes. */
const partly =
  (pieces: readonly string[], then: (response: ServerResponse) => unknown): Behaviour =>
  async (response) => {
    beginStream(response);
    await writeApart(response, pieces);
    then(response);
  };

const cut = (response: ServerResponse) => void socketOf(response).destroy();
const reset = (response: ServerResponse) => void socketOf(response).resetAndDestroy();
const endInOrder = (response: ServerResponse) => void response.end();
const stall = () => undefined;
const says = (frame: string) => (response: ServerResponse) => {
  response.end(frame);
};

/** An upstream bills what it reported of an answer before it broke off. */
const brokenAfter = (
  count: number,
  plainStatus = 529,
): Pick<Fault, "stream" | "plain" | "lost"> => ({
  stream: textAfter(count) === "" ? status(529) : { kind: "broken", text: textAfter(count) },
  plain: status(plainStatus),
  ...(textAfter(count) !== "" && { lost: { plain: billedAfter(count) } }),
});

/** The second last event reports the usage; before it, the received parts are counted. */
const billedAfter = (count: number): Tokens =>
  count === events.length - 1
    ? [chatUsage.prompt_tokens, chatUsage.completion_tokens]
    : [question, Math.min(count - 1, texts.length)];

const errorFrame = toFrame(
  JSON.stringify({ error: { message: "It broke.", type: "server_error" } }),
);
const overloadedFrame = toFrame(JSON.stringify({ error: { message: "Busy.", code: 503 } }));

const byStatus = Object.fromEntries(
  [
    [400, 400, false],
    [401, 500, true],
    [402, 500, true],
    [403, 500, true],
    [404, 404, true],
    [408, 529, true],
    [413, 400, true],
    [422, 400, false],
    [429, 429, true],
    [500, 529, true],
    [502, 529, true],
    [503, 529, true],
    [504, 529, true],
    [524, 529, true],
    [529, 529, true],
  ].map(([code, shown, failsOver]): [string, Fault] => [
    `status ${code}`,
    { behaviour: replies(Number(code)), ...both(status(Number(shown), Boolean(failsOver))) },
  ]),
);

const cuts = Object.fromEntries(
  events
    .slice(0, -1)
    .map((_, index): [string, Fault] => [
      `cut after event ${index + 1}`,
      { behaviour: partly(frames.slice(0, index + 1), cut), ...brokenAfter(index + 1) },
    ]),
);

export const faults: Readonly<Record<string, Fault>> = {
  "connection refused": { address: "closed", ...both(status(529)) },
  "no TLS where TLS is expected": { address: "tls", ...both(status(529)) },
  "connection closed without a word": { behaviour: cut, ...both(status(529)) },
  "connection reset": { behaviour: reset, ...both(status(529)) },
  "connection reset after the headers": { behaviour: partly([], reset), ...brokenAfter(0) },
  "silence before the headers": {
    address: "impatient",
    behaviour: stall,
    ...both(status(529)),
    lost: { stream: asksInVain, plain: asksAllInVain },
  },
  "silence after the headers": {
    address: "dozing",
    behaviour: partly([], stall),
    ...brokenAfter(0),
    lost: { stream: asksInVain, plain: asksAllInVain },
  },
  "silence in the middle": {
    address: "dozing",
    behaviour: partly(frames.slice(0, 3), stall),
    ...brokenAfter(3),
  },
  "reset in the middle": { behaviour: partly(frames.slice(0, 3), reset), ...brokenAfter(3) },
  ...byStatus,
  "429 with seconds": {
    behaviour: replies(429, { "retry-after": "7" }),
    ...both(status(429)),
    retryAfter: "7",
  },
  "429 with milliseconds": {
    behaviour: replies(429, { "retry-after-ms": "2500" }),
    ...both(status(429)),
    retryAfter: "3",
  },
  "429 with a date long past": {
    behaviour: replies(429, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }),
    ...both(status(429)),
    retryAfter: "1",
  },
  "429 with an absurd wait": {
    behaviour: replies(429, { "retry-after": "999999999" }),
    ...both(status(429)),
    retryAfter: "3600",
  },
  "500 without a body": { behaviour: replies(500, {}, ""), ...both(status(529)) },
  "502 in HTML": {
    behaviour: replies(502, { "content-type": "text/html" }, "<h1>Bad gateway</h1>"),
    ...both(status(529)),
  },
  "a redirect": {
    behaviour: replies(302, { location: "http://127.0.0.1:1/" }, ""),
    ...both(status(500)),
  },
  "200 with an error inside": {
    behaviour: replies(200, {}, JSON.stringify({ error: { message: "Busy.", code: 503 } })),
    ...both(status(529)),
  },
  "200 in HTML": {
    behaviour: replies(200, { "content-type": "text/html" }, "<h1>Hello</h1>"),
    stream: status(529),
    plain: status(529),
  },
  "200 without a body": { behaviour: replies(200, {}, ""), ...both(status(529)) },
  "200 with JSON that is no answer": { behaviour: replies(200, {}, "{}"), ...both(status(500)) },
  "an error as the first event": {
    behaviour: partly([overloadedFrame], endInOrder),
    ...both(status(529)),
  },
  "an error event in the middle": {
    behaviour: partly(frames.slice(0, 3), says(errorFrame)),
    ...brokenAfter(3),
  },
  ...cuts,
  "an end in good order, too early": {
    behaviour: partly(frames.slice(0, 3), endInOrder),
    ...brokenAfter(3),
  },
  "malformed JSON first": {
    behaviour: partly([toFrame("{nonsense")], endInOrder),
    stream: status(500),
    plain: status(500),
  },
  "malformed JSON in the middle": {
    behaviour: partly(frames.slice(0, 3), says(toFrame("{nonsense"))),
    ...brokenAfter(3, 500),
  },
  "an event of 11 MB": {
    behaviour: partly(frames.slice(0, 3), says(toFrame("x".repeat(11 * 1024 * 1024)))),
    ...brokenAfter(3, 500),
  },
  "characters split between reads": {
    behaviour: inPieces((text) => {
      const bytes = Buffer.from(text);
      const split = bytes.indexOf(0xf0) + 2;
      return [bytes.subarray(0, split), bytes.subarray(split)];
    }),
    ...both(served),
  },
  "lines that end in CRLF": {
    behaviour: inPieces((text) => [text.replaceAll("\n", "\r\n")]),
    ...both(served),
  },
  "all in one piece": { behaviour: inPieces((text) => [text]), ...both(served) },
  "one byte at a time": {
    behaviour: async (response, { stream }) => {
      beginStream(response);
      for (const byte of Buffer.from(stream ? frames.join("") : chatBody(texts)))
        response.write(Uint8Array.of(byte));
      response.end();
    },
    ...both(served),
  },
  "no [DONE]": {
    behaviour: async (response, request) => {
      if (!request.stream) return answers(texts)(response, request);
      beginStream(response);
      await writeApart(response, frames.slice(0, -1));
      response.end();
    },
    ...both(served),
  },
  "two [DONE]": {
    behaviour: inPieces((text) => (text.startsWith("data") ? [text, toFrame("[DONE]")] : [text])),
    ...both(served),
  },
  "comments between the events": {
    behaviour: async (response, request) => {
      if (!request.stream) return answers(texts)(response, request);
      beginStream(response);
      await writeApart(
        response,
        frames.flatMap((frame) => [": still here\n\n", frame]),
      );
      response.end();
    },
    ...both(served),
  },
  "a drip, slower than all but the idle limit": {
    behaviour: async (response, request) => {
      if (!request.stream) return answers(texts)(response, request);
      beginStream(response);
      for (const frame of frames) {
        response.write(frame);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      response.end();
    },
    ...both(served),
  },
};
