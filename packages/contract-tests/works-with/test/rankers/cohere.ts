import { CohereClient } from "cohere-ai";
import { classOf } from "../question.ts";
import { versionOf } from "../version-of.ts";
import type { AskingForRanking, RankedText, Ranker } from "./ranker.ts";

async function rank(
  { url, key, model, query, documents, topN }: AskingForRanking,
  more: { readonly returnDocuments?: boolean } = {},
): Promise<readonly RankedText[]> {
  // It adds `/v1/rerank` itself.
  const environment = url.replace(/\/v1$/, "");
  const client = new CohereClient({ token: key, environment });
  const reply = await client.rerank(
    { model, query, documents: [...documents], ...(topN !== undefined && { topN }), ...more },
    { maxRetries: 0 },
  );
  return reply.results.map(({ index, relevanceScore, document }) => ({
    ...{ index, score: relevanceScore, text: document?.text },
  }));
}

export const cohereRanker: Ranker = {
  name: "cohere-ai, its first client",
  version: versionOf("cohere-ai"),
  rank: (asking) => rank(asking),
  rankWithoutDocuments: (asking) => rank(asking, { returnDocuments: false }),
  told: classOf,
  errors: {
    400: "BadRequestError",
    401: "UnauthorizedError",
    402: "CohereError",
    404: "NotFoundError",
    429: "TooManyRequestsError",
    529: "CohereError",
  },
};
