import { type Fault, type Faults, type Fields, forgets, inBody, inQuestion, put } from "./fault.ts";

const rerank = /\/rerank$/;

const resultsIn = ({ results }: Fields): Fields[] => (Array.isArray(results) ? results : []);

/** Changes the results of rankings. */
const inResults = (change: (results: Fields[]) => readonly Fields[]): Fault =>
  inBody(rerank, (body) => {
    body["results"] = change(resultsIn(body));
  });

/** Takes `path` for another path in what is asked. */
const asks = (change: (body: Fields) => void): Fault => inQuestion(rerank, change);

/** Lies about rankings. */
export const rerankFaults = {
  rerankWorstFirst: inResults((results) => results.toReversed()),
  rerankEqualsSwapped: inResults((results) =>
    results.toSorted(
      (one, other) =>
        Number(other["relevance_score"]) - Number(one["relevance_score"]) ||
        Number(other["index"]) - Number(one["index"]),
    ),
  ),
  rerankDocumentMissing: inResults((results) =>
    results.length > 3 ? results.slice(0, -1) : results,
  ),
  rerankDocumentTwice: inResults((results) =>
    results.map((one, at) => ({ ...(at === 1 ? results[0] : one) })),
  ),
  rerankIndexFromOne: inResults((results) =>
    results.map((one) => ({ ...one, index: Number(one["index"]) + 1 })),
  ),
  rerankIndexOfPlace: inResults((results) => results.map((one, index) => ({ ...one, index }))),
  rerankScoreAsText: inResults((results) =>
    results.map((one) => ({ ...one, relevance_score: String(one["relevance_score"]) })),
  ),
  rerankScoreMissing: inResults((results) => results.map(({ relevance_score: _, ...one }) => one)),
  rerankRandomScores: inResults((results) =>
    results.map((one, at) => (at === 0 ? { ...one, relevance_score: 2 + Math.random() } : one)),
  ),
  rerankIgnoresTopN: forgets(rerank, "top_n"),
  rerankTopOneOnly: asks((body) => {
    if (body["top_n"] !== undefined && body["top_n"] !== 0) body["top_n"] = 1;
  }),
  rerankRefusesLargeTopN: asks((body) => {
    if (Number(body["top_n"]) > 10) body["top_n"] = 0;
  }),
  rerankKeepsDocuments: asks((body) => {
    body["return_documents"] = false;
  }),
  rerankAlwaysDocuments: forgets(rerank, "return_documents"),
  rerankOtherDocument: inResults((results) =>
    results.map((one) =>
      Object.hasOwn(one, "document") ? { ...one, document: { text: "another" } } : one,
    ),
  ),
  rerankDocumentAsText: inResults((results) =>
    results.map((one) =>
      Object.hasOwn(one, "document")
        ? { ...one, document: Reflect.get(Object(one["document"]), "text") }
        : one,
    ),
  ),
  rerankRefusesObjects: asks((body) => {
    const { documents } = body;
    if (Array.isArray(documents) && documents.some((one) => typeof one === "object"))
      body["documents"] = [];
  }),
  rerankRefusesNull: asks((body) => {
    if (body["top_n"] === null) body["top_n"] = "null";
  }),
  rerankAcceptsModels: forgets(rerank, "models"),
  rerankAcceptsNoQuery: asks((body) => {
    body["query"] ||= "anything";
  }),
  rerankAcceptsEmptyDocuments: asks((body) => {
    if (Array.isArray(body["documents"]))
      body["documents"] = body["documents"].map((one) => (one === "" ? "." : one));
  }),
  rerankOtherModel: inBody(rerank, (body) => put(body, ["model"], "another/model")),
  rerankNoUsage: inBody(rerank, (body) => put(body, ["usage"], { cost: 0 })),
  rerankOtherCost: inBody(rerank, (body) => put(body, ["usage", "cost"], 1)),
  rerankOtherId: inBody(rerank, (body) => put(body, ["id"], "gen-another")),
  rerankNamelessProvider: inBody(rerank, (body) => put(body, ["provider"], "")),
  rerankBookedAsText: inBody(/\/generation\?/, (body) =>
    put(body, ["data", "api_type"], "completions"),
  ),
  rerankListsAllKinds: {
    ask: (asked) => ({ ...asked, url: asked.url.replace("kind=rerank", "kind=embedding") }),
  },
  rerankTakesAnyModel: asks((body) => {
    if (body["model"] !== undefined) body["model"] = "sandbox/rerank";
  }),
} satisfies Faults;
