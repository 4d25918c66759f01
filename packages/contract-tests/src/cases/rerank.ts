import assert from "node:assert/strict";
import type { Output, Schema } from "@portico/contract";
import type { Bench, Reply } from "../suite/bench.ts";
import { type Case, requireAdditions } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { good, refused, refusedWith } from "./ask.ts";
import { requireState } from "./provoke.ts";

type RerankReply = Output<"createRerank">;
type Fields = Readonly<Record<string, unknown>>;

const query = "How do I feed a sourdough starter?";
const documents = [
  "The bridge was opened to traffic in 1932.",
  "A sourdough starter is fed with flour and water once a day.",
  "The bridge was opened to traffic in 1932.",
  "Bread dough rises faster where it is warm.",
];

function send(bench: Bench, change: Fields = {}): Promise<Reply> {
  requireAdditions(bench, "Rankings");
  const { rerankModel } = bench.target;
  if (rerankModel === null) throw new NotApplicable("The target has no rerank model.");
  const body = { model: rerankModel, query, documents, ...change };
  return bench.send("createRerank", { body });
}

async function rerank(bench: Bench, change: Fields = {}): Promise<RerankReply> {
  return good(await send(bench, change)) as RerankReply;
}

const scored = ({ results }: RerankReply) =>
  results.map(({ index, relevance_score }) => [index, relevance_score]);

async function refusedField(bench: Bench, change: Fields): Promise<unknown> {
  const { error } = refusedWith(await send(bench, change), 400);
  const field = Reflect.get(Object(error.metadata), "field");
  assert.ok(typeof field === "string" && error.message.includes(field), error.message);
  return field;
}

const requestCases: readonly Case[] = [
  {
    title: "refuses a rerank request without model, query or documents, and names the field",
    clauses: ["rerank.required"],
    async run(bench) {
      for (const field of ["model", "query", "documents"])
        assert.equal(await refusedField(bench, { [field]: undefined }), field);
      assert.equal(await refusedField(bench, { documents: [] }), "documents");
      assert.equal(await refusedField(bench, { query: "" }), "query");
      assert.equal(await refusedField(bench, { documents: ["a", ""] }), "documents[1]");
      assert.equal(await refusedField(bench, { documents: ["a", {}] }), "documents[1].text");
      assert.equal(await refusedField(bench, { top_n: 0 }), "top_n");
    },
  },
  {
    title: "ranks documents as texts and as objects alike",
    clauses: ["rerank.documents"],
    async run(bench) {
      const objects = documents.map((text) => ({ text, title: "ignored" }));
      assert.deepEqual(
        scored(await rerank(bench, { documents: objects })),
        scored(await rerank(bench)),
      );
    },
  },
  {
    title: "ranks with null for every optional field, and with fields that it does not know",
    clauses: ["rerank.null"],
    async run(bench) {
      const nothing = {
        top_n: null,
        return_documents: null,
        max_tokens_per_doc: null,
        max_chunks_per_doc: null,
        provider: null,
        user: null,
        models: null,
        session_id: "s",
        trace: {},
        rank_fields: ["text"],
      };
      assert.deepEqual(scored(await rerank(bench, nothing)), scored(await rerank(bench)));
    },
  },
  {
    title: "lets no other model rank in place of the one that was asked",
    clauses: ["rerank.models"],
    async run(bench) {
      assert.equal(await refusedField(bench, { models: ["another/model"] }), "models");
    },
  },
];

const replyCases: readonly Case[] = [
  {
    title: "ranks each document once, best first, and equals in the order of the request",
    clauses: ["rerank.order", "rerank.complete"],
    async run(bench) {
      const { results } = await rerank(bench);
      const indexes = results.map(({ index }) => index);
      assert.deepEqual(indexes.toSorted(), [0, 1, 2, 3]);
      for (const [place, { relevance_score: score, index }] of results.entries()) {
        const next = results[place + 1];
        if (next === undefined) continue;
        assert.ok(score >= next.relevance_score, "The scores rise.");
        if (score === next.relevance_score) assert.ok(index < next.index, "Equals are swapped.");
      }
      // Two documents are the same, and so are their scores.
      assert.ok(indexes.indexOf(0) < indexes.indexOf(2));
    },
  },
  {
    title: "ranks the same way each time",
    clauses: ["rerank.deterministic"],
    async run(bench) {
      assert.deepEqual(scored(await rerank(bench)), scored(await rerank(bench)));
    },
  },
  {
    title: "gives the best of a ranking for top_n, and all of it where there are fewer documents",
    clauses: ["rerank.top_n"],
    async run(bench) {
      const all = scored(await rerank(bench));
      assert.deepEqual(scored(await rerank(bench, { top_n: 2 })), all.slice(0, 2));
      assert.deepEqual(scored(await rerank(bench, { top_n: 99 })), all);
    },
  },
  {
    title: "gives each document back, unless it is not wanted",
    clauses: ["rerank.return_documents"],
    async run(bench) {
      for (const change of [{}, { return_documents: true }])
        for (const { index, document } of (await rerank(bench, change)).results)
          assert.deepEqual(document, { text: documents[index] });
      for (const result of (await rerank(bench, { return_documents: false })).results)
        assert.equal(Object.hasOwn(result, "document"), false);
    },
  },
  {
    title: "names model and id of a ranking, and what it used and cost",
    clauses: ["rerank.model", "rerank.usage"],
    async run(bench) {
      const reply = await send(bench);
      const { id, model, provider, usage } = good(reply) as RerankReply;
      assert.equal(model, bench.target.rerankModel);
      assert.equal(reply.headers.get("x-generation-id"), id);
      assert.notEqual(provider, "");
      assert.ok((usage.total_tokens ?? usage.search_units ?? 0) > 0);
      assert.ok(usage.cost >= 0);
    },
  },
  {
    title: "books a ranking, and shows it by the id of its reply",
    clauses: ["rerank.booked"],
    async run(bench) {
      requireState(bench);
      const { id, usage, provider } = await rerank(bench);
      const booked = await bench.send("getGeneration", { query: { id }, key: "management" });
      const { data } = good(booked) as Output<"getGeneration">;
      assert.equal(data.api_type, "rerank");
      assert.equal(data.model, bench.target.rerankModel);
      assert.equal(data.provider_name, provider);
      assert.equal(data.total_cost, usage.cost);
    },
  },
];

const aroundCases: readonly Case[] = [
  {
    title: "lists rerank models where they are asked for, and no others",
    clauses: ["rerank.listed"],
    async run(bench) {
      requireAdditions(bench, "Rankings");
      const reply = await bench.send("listModels", { query: { kind: "rerank" } });
      const { data } = good(reply) as { data: Schema<"Model">[] };
      if (!bench.target.abilities.prefersStatus)
        for (const { kind, architecture } of data)
          assert.deepEqual([kind, architecture.output_modalities], ["rerank", ["rerank"]]);
    },
  },
  {
    title: "has 404 for a rerank model that does not exist and for one of another kind",
    clauses: ["rerank.errors", "7.404"],
    async run(bench) {
      requireAdditions(bench, "Rankings");
      if (bench.target.abilities.prefersStatus)
        throw new NotApplicable("The mock has every model.");
      for (const model of ["no/such-model", bench.target.textModel, bench.target.embeddingModel])
        await refused(bench, 404, "createRerank", { body: { model, query, documents } });
    },
  },
];

export const rerankCases: readonly Case[] = [...requestCases, ...replyCases, ...aroundCases];
