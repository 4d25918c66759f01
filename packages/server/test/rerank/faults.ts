import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { faults as embeddingsFaults } from "../embeddings/faults.ts";
import type { Behaviour, Fault } from "../support/whole-fault.ts";

export interface RerankAsked {
  readonly model: string;
  readonly query: string;
  readonly documents: readonly string[];
  readonly top_n: number;
}

type Rerank = Behaviour<RerankAsked>;

export const query = "ab";
export const documents = ["a", "bc", "äöü"];
/** As the upstream counts the texts of these tests, and as we do where it has not. */
export const told = 12;
const estimated = 7;

interface Item {
  readonly index: unknown;
  readonly relevance_score: unknown;
}

/** The longest document is the best. */
const items = ({ documents: all }: RerankAsked): Item[] =>
  all
    .map((text, index) => ({ index, relevance_score: text.length / 10 }))
    .toSorted((one, other) => other.relevance_score - one.relevance_score);

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const usage = { total_tokens: told };

/** Changes the results of what would have been a good answer. */
const changed =
  (change: (results: Item[]) => unknown, extra: object = {}): Rerank =>
  (response, asked) =>
    answer(response, { model: "m", results: change(items(asked)), usage, ...extra });

export const good: Rerank = changed((results) => results);

/** An answer that says what was used, and has the wrong ranking. */
const unusable = (change: (results: Item[]) => unknown): Fault<RerankAsked> => ({
  behaviour: changed(change),
  tokens: told,
  status: 500,
  failsOver: true,
  failure: "malformed",
});

/** What goes wrong with any upstream: those faults of embeddings in which there are no vectors. */
const common = Object.entries(embeddingsFaults).flatMap(
  ([name, { behaviour, tokens, ...fault }]): [string, Fault<RerankAsked>][] => {
    if (/vector|number|dimension|index|base64|no data/.test(name)) return [];
    const own: Fault<RerankAsked> = {
      ...fault,
      // None of them looks at the inputs.
      ...(behaviour !== undefined && {
        behaviour: (response) => behaviour(response, { model: "", input: [] }),
      }),
      ...(tokens !== undefined && tokens > 0 && { tokens: estimated }),
    };
    return [[name, own]];
  },
);

/** What can go wrong with one upstream, and what must come of it. */
export const faults: Readonly<Record<string, Fault<RerankAsked>>> = {
  ...Object.fromEntries(common),
  "no results": unusable(() => undefined),
  "an empty ranking": unusable(() => []),
  "a document too few": unusable((results) => results.slice(1)),
  "a document too many": unusable((results) => [...results, results[0]]),
  "a document twice": unusable(([first, , third]) => [first, first, third]),
  "an index beyond the end": unusable((results) =>
    results.map((one) => ({ ...one, index: Number(one.index) + 1 })),
  ),
  "an index below zero": unusable((results) =>
    results.map((one) => ({ ...one, index: Number(one.index) - 1 })),
  ),
  "an index that is no whole number": unusable((results) =>
    results.map((one) => ({ ...one, index: Number(one.index) / 2 })),
  ),
  "an index that is text": unusable((results) =>
    results.map((one) => ({ ...one, index: String(one.index) })),
  ),
  "no index at all": unusable((results) => results.map(({ index: _, ...one }) => one)),
  "a score that is text": unusable((results) =>
    results.map((one) => ({ ...one, relevance_score: String(one.relevance_score) })),
  ),
  "a score that is null": unusable((results) =>
    results.map((one) => ({ ...one, relevance_score: null })),
  ),
  "an endless score": {
    ...unusable(() => []),
    behaviour: (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const results =
        '[{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":0},{"index":2,"relevance_score":0}]';
      response.end(`{"results":${results},"usage":{"total_tokens":${told}}}`);
    },
  },
  "a ranking without a count, with a document twice": {
    ...unusable(() => []),
    tokens: estimated,
    behaviour: (response, asked) => {
      const [first] = items(asked);
      answer(response, { results: [first, first, first] });
    },
  },
};

/** What looks odd and is right all the same: served by the first, best first. */
export const oddities: Readonly<Record<string, Rerank>> = {
  "another order": changed((results) => results.toReversed()),
  "all documents in its own words": changed((results) =>
    results.map(({ relevance_score, ...one }) => ({ ...one, score: relevance_score })),
  ),
  "the documents as well": changed((results) =>
    results.map((one) => ({ ...one, document: { text: documents[Number(one.index)] } })),
  ),
  "unknown fields": changed((results) => results.map((one) => ({ extra: [{}], ...one })), {
    object: "list",
  }),
  "a list under another name": (response, asked) => answer(response, { data: items(asked), usage }),
  gzip: (response, asked) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(JSON.stringify({ results: items(asked), usage })));
  },
  "one byte at a time": (response, asked) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (const character of JSON.stringify({ results: items(asked), usage }))
      response.write(character);
    response.end();
  },
};
