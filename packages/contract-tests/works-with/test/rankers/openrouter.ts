import { OpenRouter } from "@openrouter/sdk";
import { openrouterClient } from "../clients/openrouter.ts";
import { classOf } from "../question.ts";
import { versionOf } from "../version-of.ts";
import type { Ranker } from "./ranker.ts";

export const openrouterRanker: Ranker = {
  name: "@openrouter/sdk",
  version: versionOf("@openrouter/sdk"),
  async rank({ url, key, model, query, documents, topN }) {
    const client = new OpenRouter({
      ...{ serverURL: url, apiKey: key, retryConfig: { strategy: "none" as const } },
    });
    const asked = { model, query, documents: [...documents], ...(topN !== undefined && { topN }) };
    const reply = await client.rerank.rerank({ requestBody: asked });
    if (typeof reply === "string") throw new Error("It is no ranking.");
    return reply.results.map(({ index, relevanceScore, document }) => ({
      ...{ index, score: relevanceScore, text: document.text },
    }));
  },
  told: classOf,
  errors: openrouterClient.errors,
};
