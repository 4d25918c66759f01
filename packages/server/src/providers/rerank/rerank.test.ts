import { describe, expect, it } from "vitest";
import { settingsOf, upstreamOf } from "../../../test/providers/sample.ts";
import type { RerankCall } from "../../model-call/rerank-call.ts";
import { createProvider } from "../index.ts";
import type { ProviderSettings } from "../provider.ts";

const call: RerankCall = {
  ...{ model: "ranker", requestId: "req_1", query: "bread?", documents: ["a bridge", "bread"] },
  ...{ topN: 2, truncate: false },
};

async function ask(
  { kind, ...settings }: Partial<ProviderSettings> & { kind: string },
  body: string,
  change: Partial<RerankCall> = {},
  status = 200,
) {
  const upstream = upstreamOf({ kind, body, status });
  const provider = createProvider(settingsOf(kind, settings), upstream);
  const reranked = await provider.rerank?.({ ...call, ...change }, new AbortController().signal);
  return { url: upstream.requests[0]?.url, asked: upstream.asked[0], reranked };
}

const compatible = (preset: string, baseUrl?: string) => ({
  ...{ kind: "openai-compatible", options: { preset } },
  ...(baseUrl !== undefined && { baseUrl }),
});
const plain = { model: "ranker", query: "bread?", documents: ["a bridge", "bread"], top_n: 2 };
const results = [
  { index: 1, score: 0.9 },
  { index: 0, score: 0.01 },
];
const asResults = results.map(({ index, score }) => ({ index, relevance_score: score }));

/** A vendor's request and reply, as its documentation has them. */
interface Wire {
  readonly settings: Partial<ProviderSettings> & { kind: string };
  readonly change?: Partial<RerankCall>;
  readonly url: string;
  readonly asked: object;
  readonly reply: unknown;
  readonly usage: object;
}

const wires: Readonly<Record<string, Wire>> = {
  // https://docs.cohere.com/reference/rerank
  Cohere: {
    settings: { kind: "cohere" },
    change: { tokensPerDocument: 512 },
    url: "https://api.cohere.com/v2/rerank",
    asked: { ...plain, max_tokens_per_doc: 512 },
    reply: {
      id: "07734bd2-2473-4f07-94e1-0d9f0e6843cf",
      results: asResults,
      meta: {
        api_version: { version: "2", is_experimental: false },
        billed_units: { search_units: 1 },
      },
    },
    usage: { searchUnits: 1 },
  },
  // https://docs.voyageai.com/reference/reranker-api
  Voyage: {
    settings: { kind: "voyage" },
    url: "https://api.voyageai.com/v1/rerank",
    asked: {
      model: "ranker",
      query: "bread?",
      documents: call.documents,
      top_k: 2,
      truncation: false,
    },
    reply: { object: "list", data: asResults, model: "ranker", usage: { total_tokens: 26 } },
    usage: { inputTokens: 26 },
  },
  // https://api.jina.ai/redoc
  Jina: {
    settings: compatible("jina"),
    url: "https://api.jina.ai/v1/rerank",
    asked: { ...plain, return_documents: false },
    reply: { model: "ranker", object: "list", usage: { total_tokens: 15 }, results: asResults },
    usage: { inputTokens: 15 },
  },
  // https://huggingface.github.io/text-embeddings-inference
  "Text Embeddings Inference": {
    settings: compatible("tei", "http://127.0.0.1:8080/v1"),
    change: { truncate: true },
    url: "http://127.0.0.1:8080/rerank",
    asked: { query: "bread?", texts: call.documents, truncate: true },
    reply: results,
    usage: {},
  },
  // https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html
  vLLM: {
    settings: compatible("vllm"),
    url: "http://127.0.0.1:8000/v1/rerank",
    asked: plain,
    reply: {
      ...{ id: "rerank-fae51b2b664d4ed38f5969b612edff77", model: "ranker" },
      usage: { prompt_tokens: 56, total_tokens: 56 },
      results: asResults.map((one) => ({
        ...one,
        document: { text: call.documents[one.index], multi_modal: null },
      })),
    },
    usage: { inputTokens: 56 },
  },
  // https://github.com/ggml-org/llama.cpp/tree/master/tools/server
  "llama.cpp": {
    settings: compatible("llamacpp"),
    url: "http://127.0.0.1:8080/v1/rerank",
    asked: plain,
    reply: {
      ...{ model: "gpt-3.5-turbo", object: "list" },
      usage: { prompt_tokens: 51, total_tokens: 51 },
      results: asResults,
    },
    usage: { inputTokens: 51 },
  },
  // https://github.com/michaelfeil/infinity
  Infinity: {
    settings: { kind: "openai-compatible", baseUrl: "http://127.0.0.1:7997" },
    url: "http://127.0.0.1:7997/rerank",
    asked: plain,
    reply: {
      ...{ object: "rerank", model: "ranker", id: "infinity-1", created: 1_700_000_000 },
      results: results.map(({ index, score }) => ({
        relevance_score: score,
        index,
        document: null,
      })),
      usage: { prompt_tokens: 71, total_tokens: 71 },
    },
    usage: { inputTokens: 71 },
  },
  // https://docs.fireworks.ai/api-reference/rerank-documents
  Fireworks: {
    settings: compatible("fireworks"),
    url: "https://api.fireworks.ai/inference/v1/rerank",
    asked: plain,
    reply: {
      ...{ object: "list", model: "ranker", data: asResults },
      usage: { prompt_tokens: 8, total_tokens: 8, completion_tokens: 0 },
    },
    usage: { inputTokens: 8 },
  },
  // https://openrouter.ai/docs/api-reference/rerank
  OpenRouter: {
    settings: compatible("openrouter"),
    url: "https://openrouter.ai/api/v1/rerank",
    asked: plain,
    reply: {
      ...{ id: "gen-rerank-1", model: "ranker", provider: "Cohere" },
      results: asResults.map((one) => ({ ...one, document: { text: call.documents[one.index] } })),
      usage: { search_units: 1, cost: 0.002 },
    },
    usage: { searchUnits: 1 },
  },
};

describe.each(Object.entries(wires))("rerank of %s", (_, wire) => {
  it("is asked for and read as its documentation says", async () => {
    const { url, asked, reranked } = await ask(
      wire.settings,
      JSON.stringify(wire.reply),
      wire.change,
    );
    expect(url).toBe(wire.url);
    expect(asked).toEqual(wire.asked);
    expect(reranked).toEqual({ results, usage: wire.usage });
  });

  it.each([
    ["no list", '{"object":"list"}', "malformed"],
    ["no JSON", "<html>", "malformed"],
    ["half a body", '{"results":[{"index":0,', "malformed"],
    ["scores that are texts", '{"results":[{"index":0,"relevance_score":"1"}]}', "malformed"],
    ["results without an index", '{"results":[{"relevance_score":1}]}', "malformed"],
    ["results that are none", '{"results":[null]}', "malformed"],
    ["an error with status 200", '{"error":{"message":"no"}}', "overloaded"],
  ])("fails for %s", async (__, body, failure) => {
    await expect(ask(wire.settings, body)).rejects.toMatchObject({ failure });
  });

  it.each([
    [400, "rejected"],
    [401, "credential"],
    [404, "modelNotFound"],
    [413, "tooLarge"],
    [429, "rateLimited"],
    [500, "overloaded"],
  ])(
    "refused with %d fails as %s, without a credential in the message",
    async (status, failure) => {
      const refused = ask(wire.settings, '{"message":"because"}', {}, status);
      await expect(refused).rejects.toMatchObject({ failure, status });
      await expect(refused).rejects.not.toThrow(/secret-key/);
    },
  );
});

describe("a ranking that cannot be used", () => {
  it("is billed as far as its upstream counted", async () => {
    const body = '{"results":[{"index":0}],"meta":{"billed_units":{"search_units":3}}}';
    await expect(ask({ kind: "cohere" }, body)).rejects.toMatchObject({
      rerankUsage: { searchUnits: 3 },
    });
    await expect(ask({ kind: "cohere" }, '{"results":[{')).rejects.toMatchObject({
      rerankUsage: {},
    });
    await expect(ask({ kind: "cohere" }, "{}", {}, 500)).rejects.toMatchObject({
      rerankUsage: undefined,
    });
  });
});
