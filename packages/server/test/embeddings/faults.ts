import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Behaviour as WholeBehaviour, Fault as WholeFault } from "../support/whole-fault.ts";

interface EmbeddingsAsked {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format?: string;
}

type Behaviour = WholeBehaviour<EmbeddingsAsked>;
type Fault = WholeFault<EmbeddingsAsked>;

/** As its upstream counts the inputs of these tests, and as we do where it has not said it. */
const told = 6;
const estimated = 3;

/** A vector that says which input it is of. */
export function vectorOf(text: string): number[] {
  return [text.length, text.charCodeAt(0) || 0, 0.5, -0.25];
}

interface Item {
  object: string;
  index?: number;
  embedding: unknown;
}

function items(asked: EmbeddingsAsked): Item[] {
  return asked.input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text),
  }));
}

export function answer(response: ServerResponse, data: unknown, extra: object = {}): void {
  const usage = { prompt_tokens: 6, total_tokens: 6 };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", data, model: "m", usage, ...extra }));
}

export const good: Behaviour = (response, asked) => answer(response, items(asked));

const says =
  (status: number, headers: Record<string, string> = {}, body?: string): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body ?? JSON.stringify({ error: { message: `It says ${status}.` } }));
  };

/** Changes the items of what would have been a good answer. */
const changed =
  (change: (data: Item[]) => unknown): Behaviour =>
  (response, asked) =>
    answer(response, change(items(asked)));

const writes =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(body);
  };

const limited = (headers: Record<string, string>, retryAfter: number): Fault => ({
  behaviour: says(429, headers),
  status: 429,
  retryAfter,
  failsOver: true,
  failure: "rateLimited",
});
const overloaded = (behaviour: Behaviour): Fault => ({
  behaviour,
  status: 529,
  failsOver: true,
  failure: "overloaded",
});
const malformed = (behaviour: Behaviour, tokens = 0): Fault => ({
  behaviour,
  tokens,
  status: 500,
  failsOver: true,
  failure: "malformed",
});
const rejected = (status: number): Fault => ({
  behaviour: says(status),
  status: 400,
  failsOver: false,
  failure: "rejected",
});
const refused = (status: number): Fault => ({
  behaviour: says(status),
  status: 500,
  failsOver: true,
  failure: "credential",
});
/** An answer that says what was used, and has the wrong vectors. */
const unusable = (change: (data: Item[]) => unknown): Fault => malformed(changed(change), told);
const broken = (behaviour: Behaviour, failure = "connection", tokens = 0): Fault => ({
  behaviour,
  tokens,
  status: 529,
  failsOver: true,
  failure,
});

/** The longest wait that is passed on. */
export const inAnHour = 3600;
const soon = () => new Date(Date.now() + (inAnHour - 1) * 1000).toUTCString();

/** What can go wrong with one upstream, and what must come of it. */
export const faults: Readonly<Record<string, Fault>> = {
  "refused connection": { address: "closed", status: 529, failsOver: true, failure: "connection" },
  "unknown host": { address: "nowhere", status: 529, failsOver: true, failure: "connection" },
  "no TLS there": { address: "tls", status: 529, failsOver: true, failure: "connection" },
  "reset before the head": broken((response) => response.socket?.resetAndDestroy()),
  "closed before the head": broken((response) => response.socket?.end()),
  "cut in the body": broken(
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write('{"data":[', () => response.destroy());
    },
    "cut",
    estimated,
  ),
  "no first byte": { ...broken(() => {}, "timeout", estimated), address: "impatient" },
  "silence in the body": {
    ...broken(
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"data":[');
      },
      "timeout",
      estimated,
    ),
    address: "dozing",
  },
  "no HTTP at all": malformed((response) => void response.socket?.end("hello\r\n\r\n")),
  "429 without a wait": limited({}, 2),
  "429 with seconds": limited({ "retry-after": "7" }, 7),
  "429 with zero seconds": limited({ "retry-after": "0" }, 1),
  "429 with fractions": limited({ "retry-after": "1.5" }, 2),
  "429 with milliseconds": limited({ "retry-after-ms": "2500" }, 3),
  "429 with a date": {
    ...limited({}, inAnHour),
    behaviour: (response, asked) => says(429, { "retry-after": soon() })(response, asked),
  },
  "429 with a date gone by": limited({ "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, 1),
  "429 with nonsense": limited({ "retry-after": "tomorrow" }, 2),
  "429 with days": limited({ "retry-after": "864000" }, 3600),
  "408": overloaded(says(408)),
  "500": overloaded(says(500)),
  "502 with HTML": overloaded(says(502, { "content-type": "text/html" }, "<h1>Bad gateway</h1>")),
  "503 with a wait": { ...overloaded(says(503, { "retry-after": "4" })), retryAfter: 4 },
  "504": overloaded(says(504)),
  "529": overloaded(says(529)),
  "599": overloaded(says(599)),
  "400": rejected(400),
  "413": { ...rejected(413), failsOver: true, failure: "tooLarge" },
  "422": rejected(422),
  "401": refused(401),
  "403": refused(403),
  "402": { ...refused(402), failure: "unpaid" },
  "404 for the model": {
    behaviour: says(
      404,
      {},
      '{"error":{"message":"The model does not exist","code":"model_not_found"}}',
    ),
    status: 404,
    failsOver: true,
    failure: "modelNotFound",
  },
  "an empty body": malformed(writes("")),
  "half a body": malformed(writes('{"object":"list","data":[{"embedding":[1,2'), estimated),
  "no JSON": malformed(writes("<html>", { "content-type": "text/html" })),
  "a JSON null": malformed(writes("null")),
  "an error with status 200": overloaded(writes('{"error":{"message":"no"}}')),
  "no data": unusable(() => null),
  "one vector too few": unusable((data) => data.slice(1)),
  "one vector too many": unusable((data) => [...data, data[0]]),
  "no vectors": unusable(() => []),
  "a dimension too few": unusable((data) =>
    data.map((item) => ({ ...item, embedding: [1, 2, 3] })),
  ),
  "a dimension too many": unusable((data) =>
    data.map((item) => ({ ...item, embedding: [1, 2, 3, 4, 5] })),
  ),
  "one vector of another dimension": unusable((data) =>
    data.map((item, at) => (at === 1 ? { ...item, embedding: [1] } : item)),
  ),
  "a number that is none": malformed(
    (response) =>
      void response.end(
        '{"data":[{"index":0,"embedding":[1,2,NaN,4]},{"index":1,"embedding":[1,2,3,4]},{"index":2,"embedding":[1,2,3,4]}]}',
      ),
    estimated,
  ),
  "a number that is text": unusable((data) =>
    data.map((item) => ({ ...item, embedding: ["1", 2, 3, 4] })),
  ),
  "a vector that is null": unusable((data) => data.map((item) => ({ ...item, embedding: null }))),
  "an index twice": unusable((data) => data.map((item) => ({ ...item, index: 0 }))),
  "an index beyond the end": unusable((data) =>
    data.map((item, at) => ({ ...item, index: at + 1 })),
  ),
  "base64 of half a float": unusable((data) =>
    data.map((item) => ({ ...item, embedding: "AAAA" })),
  ),
  "a compression that is none": malformed(writes("not gzip", { "content-encoding": "gzip" })),
};

/** What looks odd and is right all the same: served by the first, in the order of the inputs. */
export const oddities: Readonly<Record<string, Behaviour>> = {
  "another order, told by index": changed((data) => data.toReversed()),
  "no index at all": changed((data) => data.map(({ index: _, ...item }) => item)),
  "unknown fields": (response, asked) =>
    answer(
      response,
      items(asked).map((item) => ({ extra: { deep: [1, { a: "}]" }] }, ...item })),
      { odd: ["\\", '"]}'] },
    ),
  "numbers in every notation": changed((data) => data),
  base64: changed((data) =>
    data.map(({ embedding, ...item }) => ({
      ...item,
      embedding: Buffer.from(Float32Array.from(embedding as number[]).buffer).toString("base64"),
    })),
  ),
  "spaces everywhere": (response, asked) => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ data: items(asked), usage: { prompt_tokens: 6 } }, null, 4));
  },
  gzip: (response, asked) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(JSON.stringify({ data: items(asked), usage: { prompt_tokens: 6 } })));
  },
  "one byte at a time": (response, asked) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (const character of JSON.stringify({ data: items(asked), usage: { prompt_tokens: 6 } }))
      response.write(character);
    response.end();
  },
};
