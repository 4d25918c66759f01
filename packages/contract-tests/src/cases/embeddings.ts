import assert from "node:assert/strict";
import { type Case, requireAdditions } from "../suite/case.ts";
import { NotApplicable } from "../targets/target.ts";
import { embed, good, image, read, refused, refusedWith } from "./ask.ts";

/** The `maxItems` of the document. */
const mostInputs = 2048;

const text = (words: string) => ({ type: "text", text: words });
const picture = { type: "image_url", image_url: { url: image } };

export const embeddingsCases: readonly Case[] = [
  {
    title: "embeds a single string as one vector",
    clauses: ["4.3.input", "4.3.input.1"],
    async run(bench) {
      assert.equal((await embed(bench, "a single string")).data.length, 1);
    },
  },
  {
    title: "names the model that was asked, and counts the tokens of all inputs",
    clauses: ["4.3.model"],
    async run(bench) {
      requireAdditions(bench, "The model and the usage of a reply");
      const one = await embed(bench, "a single string");
      const three = await embed(bench, ["a single string", "a single string", "and a third"]);
      for (const { model } of [one, three]) assert.equal(model, bench.target.embeddingModel);
      assert.ok((one.usage?.prompt_tokens ?? 0) > 0);
      assert.ok((three.usage?.prompt_tokens ?? 0) > 2 * (one.usage?.prompt_tokens ?? 0));
    },
  },
  {
    title: "embeds an array of strings in the order of the inputs",
    clauses: ["4.3.input", "4.3.input.2", "2.3.order", "2.3.data"],
    async run(bench) {
      const inputs = ["first", "second", "third"];
      const { data } = await embed(bench, inputs);
      assert.equal(data.length, inputs.length);
      for (const [index, input] of inputs.entries()) {
        if (bench.additions) assert.equal(data[index]?.index, index);
        assert.deepEqual((await embed(bench, input)).data[0]?.embedding, data[index]?.embedding);
      }
    },
  },
  {
    title: "embeds as many inputs as one request may have, and refuses one more",
    clauses: ["4.3.input.2", "7.400"],
    async run(bench) {
      requireAdditions(bench, "The most inputs of a request");
      const input = Array.from({ length: mostInputs }, (_, index) => `${index}`);
      const { data } = await embed(bench, input, { encoding_format: "base64" });
      assert.deepEqual(
        data.map(({ index }) => index),
        input.map(Number),
      );
      const body = { model: bench.target.embeddingModel, input: [...input, "one more"] };
      await refused(bench, 400, "createEmbeddings", { body });
    },
  },
  {
    title: "embeds an object of text and image parts as one joint vector",
    clauses: ["4.3.input", "4.3.input.3", "4.3.input.joint", "4.3.input.image"],
    async run(bench) {
      const joint = [{ content: [text("a dot"), picture] }, { content: [text("a dot")] }];
      const { data } = await embed(bench, joint);
      assert.equal(data.length, 2);
      if (!bench.target.abilities.prefersStatus)
        assert.notDeepEqual(data[0]?.embedding, data[1]?.embedding);
    },
  },
  {
    title: "gives arrays of floating-point numbers for encoding_format float, and by default",
    clauses: ["2.3.embedding", "2.3.float", "4.3.encoding_format"],
    async run(bench) {
      for (const more of [{ encoding_format: "float" }, {}]) {
        const { data } = await embed(bench, "numbers", more);
        const [first] = data;
        assert.ok(Array.isArray(first?.embedding));
        assert.ok(first.embedding.every(Number.isFinite));
        assert.ok(first.embedding.some((value) => !Number.isInteger(value)));
      }
    },
  },
  {
    title: "gives the same numbers in base64 as little-endian float32",
    clauses: ["4.3.encoding_format"],
    async run(bench) {
      requireAdditions(bench, "Vectors in base64");
      const plain = (await embed(bench, "numbers")).data[0]?.embedding;
      const packed = (await embed(bench, "numbers", { encoding_format: "base64" })).data[0]
        ?.embedding;
      assert.ok(typeof packed === "string" && Array.isArray(plain));
      const bytes = Buffer.from(packed, "base64");
      const values = plain.map((_, index) => bytes.readFloatLE(index * 4));
      assert.equal(bytes.length, plain.length * 4);
      assert.deepEqual(values, plain.map(Math.fround));
    },
  },
  {
    title: "answers in one complete JSON body even when a stream is asked for",
    clauses: ["4.3.complete", "8.streaming", "4.3.200"],
    async run(bench) {
      const body = { model: bench.target.embeddingModel, input: "x", stream: true };
      const reply = await bench.send("createEmbeddings", {
        body,
        headers: { Accept: "text/event-stream" },
      });
      assert.equal(reply.mediaType, "application/json");
    },
  },
  {
    title: "gives identical input the identical vector, and has no randomness to set",
    clauses: ["4.3.1", "4.3.2"],
    async run(bench) {
      const [first, second, third] = [
        await embed(bench, "the same"),
        await embed(bench, "the same"),
        await embed(bench, "the same", { temperature: 2 }),
      ].map(({ data }) => data[0]?.embedding);
      assert.deepEqual(first, second);
      assert.deepEqual(first, third);
    },
  },
  {
    title: "truncates or rejects what is longer than the model takes, and says which input it was",
    clauses: ["4.3.3", "8.input-length"],
    async run(bench) {
      if (bench.target.abilities.prefersStatus)
        throw new NotApplicable("The mock's models have no length.");
      const models = await read(bench, "listEmbeddingModels");
      const own = models.data.find(({ id }) => id === bench.target.embeddingModel);
      const words = "word ".repeat((own?.context_length ?? 8192) + 10);
      const body = { model: bench.target.embeddingModel, input: ["short", words] };
      const reply = await bench.send("createEmbeddings", { body });
      if (reply.status === 200) return;
      assert.match(refusedWith(reply, 400).error.message, /1/);
    },
  },
  {
    title: "has 404 for a model that does not exist and for one that is no embedding model",
    clauses: ["7.404", "4.3.404"],
    async run(bench) {
      if (bench.target.abilities.prefersStatus)
        throw new NotApplicable("The mock has every model.");
      for (const model of ["no/such-model", bench.target.textModel])
        await refused(bench, 404, "createEmbeddings", { body: { model, input: "x" } });
    },
  },
  {
    title: "lists no embedding model that the key cannot use",
    clauses: ["4.4.available"],
    async run(bench) {
      const { data } = await read(bench, "listEmbeddingModels");
      // Models that rehearse failures have no other reply.
      const usual = data.filter(({ id }) => !id.includes("fail"));
      for (const { id } of usual.slice(0, 5)) {
        const reply = await bench.send("createEmbeddings", { body: { model: id, input: "x" } });
        assert.notEqual(reply.status, 404, `${id} is listed: ${reply.text.slice(0, 200)}`);
      }
    },
  },
  {
    title: "lists the embedding models, page by page",
    clauses: ["2.4.id", "2.4.context_length", "4.4", "4.4.200"],
    async run(bench) {
      const all = await read(bench, "listEmbeddingModels");
      assert.ok(all.data.length > 0);
      // Pages are an addition.
      if (bench.target.abilities.prefersStatus || !bench.additions) return;
      const ids: string[] = [];
      for (let offset = 0; offset < all.data.length; offset += 2) {
        const page = await bench.send("listEmbeddingModels", { query: { limit: 2, offset } });
        ids.push(...(good(page) as typeof all).data.map(({ id }) => id));
      }
      assert.deepEqual(
        ids,
        all.data.map(({ id }) => id),
      );
      const beyond = await bench.send("listEmbeddingModels", { query: { offset: 100_000 } });
      assert.deepEqual((good(beyond) as typeof all).data, []);
    },
  },
];
