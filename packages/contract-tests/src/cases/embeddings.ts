import assert from "node:assert/strict";
import type { Output } from "@portico/contract";
import type { Bench } from "../suite/bench.ts";
import type { Case } from "../suite/case.ts";

type Embeddings = Output<"createEmbeddings">;

async function embed(bench: Bench, input: unknown, more: object = {}): Promise<Embeddings> {
  const body = { model: bench.target.embeddingModel, input, ...more };
  const reply = await bench.send("createEmbeddings", { body });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Embeddings;
}

export const embeddingsCases: readonly Case[] = [
  {
    title: "embeds a single string as one vector",
    clauses: ["4.3.input.1"],
    async run(bench) {
      const { data } = await embed(bench, "a single string");
      assert.equal(data.length, 1);
    },
  },
  {
    title: "embeds an array of strings in the order of the inputs",
    clauses: ["4.3.input.2", "2.3.order"],
    async run(bench) {
      const inputs = ["first", "second", "third"];
      const { data } = await embed(bench, inputs);
      assert.equal(data.length, inputs.length);
      for (const [index, input] of inputs.entries())
        assert.deepEqual((await embed(bench, input)).data[0]?.embedding, data[index]?.embedding);
    },
  },
  {
    title: "gives arrays of floating-point numbers for encoding_format float",
    clauses: ["2.3.float"],
    async run(bench) {
      const { data } = await embed(bench, "numbers", { encoding_format: "float" });
      const [first] = data;
      assert.ok(Array.isArray(first?.embedding));
      assert.ok(first.embedding.every(Number.isFinite));
      assert.ok(first.embedding.some((value) => !Number.isInteger(value)));
    },
  },
];
