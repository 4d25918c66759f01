import type { Input, Output } from "@portico/contract/facts";
import { costFields } from "@portico/core/answer/cost";
import { countTokens, relevances, rerankUnits } from "@portico/core/simulated-model";
import { costOf } from "../answers/cost.ts";
import type { Behaviour } from "../call.ts";

type Request = Input<"createRerank">["body"];

/** The provider that the mock's replies name. */
const provider = "sandbox";

/** Scores that depend only on the texts: the same documents have the same order in every run. */
export const createRerank: Behaviour = {
  answer: ({ body, requestId }) => ({
    status: 200,
    json: answerTo(body as Request, requestId),
  }),
};

function answerTo(request: Request, id: string): Output<"createRerank"> {
  const documents = request.documents.map((one) => (typeof one === "string" ? one : one.text));
  const scores = [...relevances(request.query, documents)];
  const best = scores
    .map((score, index) => ({ index, relevance_score: score }))
    .toSorted(
      (one, other) => other.relevance_score - one.relevance_score || one.index - other.index,
    )
    .slice(0, request.top_n ?? documents.length);
  const { tokens, searchUnits } = rerankUnits(
    countTokens([request.query]),
    countTokens(documents),
    documents.length,
  );
  return {
    id,
    model: request.model,
    provider,
    results: best.map((one) =>
      request.return_documents === false
        ? one
        : {
            ...one,
            document: { text: documents[one.index] ?? "" },
          },
    ),
    usage: {
      total_tokens: tokens,
      search_units: searchUnits,
      ...costFields(costOf(tokens, 0, searchUnits)),
    },
  };
}
