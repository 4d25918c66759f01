import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { toVector } from "../src/index.ts";
import { envelope, json, scriptedServer } from "./scripted-server.ts";

function base64(values: readonly number[]): string {
  return Buffer.from(Float32Array.from(values).buffer).toString("base64");
}

function replyTo(inputs: readonly string[]) {
  return {
    object: "list",
    model: "sandbox/embed",
    data: inputs.map((input, index) => ({
      object: "embedding",
      index,
      embedding: base64([Number(input), 0.5]),
    })),
    usage: {
      ...{ prompt_tokens: inputs.length, total_tokens: inputs.length },
      cost: (inputs.length * 9) / 1e7,
    },
  };
}

describe("embeddings", () => {
  it("are asked for in base64 and given as numbers", async () => {
    await using server = await scriptedServer((_, reply) => json(reply, 200, replyTo(["7"])));
    const reply = await server.client().embeddings.create({ model: "sandbox/embed", input: "7" });
    expect(reply.data[0]?.embedding).toEqual(Float32Array.of(7, 0.5));
    expect(server.seen[0]?.body).toMatchObject({ encoding_format: "base64" });
  });

  it("are read from plain arrays too", () => {
    expect(toVector([1, 2])).toEqual(Float32Array.of(1, 2));
    expect(toVector(base64([-1.5, 3e-8]))).toEqual(Float32Array.of(-1.5, 3e-8));
  });

  it("are asked for as numbers from then on where the service refuses base64", async () => {
    await using server = await scriptedServer(({ body }, reply) =>
      (body as { encoding_format: string }).encoding_format === "float"
        ? json(reply, 200, { data: [{ embedding: [7, 0.5] }] })
        : json(reply, 400, envelope(400, "encoding_format must be float.")),
    );
    const client = server.client();
    const ask = () => client.embeddings.create({ model: "m", input: "7" });
    const [first] = (await ask()).data;
    expect(first).toEqual({ object: "embedding", index: 0, embedding: Float32Array.of(7, 0.5) });
    await ask();
    const asked = server.seen.map(({ body }) => Reflect.get(Object(body), "encoding_format"));
    expect(asked).toEqual(["base64", "float", "float"]);
    const many = await client.embeddings.createMany({ model: "m", input: ["7"] });
    expect(many).toMatchObject({ model: "m", usage: { total_tokens: 0 } });
    expect(many.usage).not.toHaveProperty("cost");
  });

  it("are made in batches, a few at a time, in the order of the inputs", async () => {
    let open = 0;
    let most = 0;
    const { promise: threeAreOpen, resolve } = Promise.withResolvers<void>();
    await using server = await scriptedServer(async ({ body }, reply, index) => {
      most = Math.max(most, ++open);
      if (open === 3) resolve();
      await threeAreOpen;
      await delay(index % 2 === 0 ? 15 : 1);
      open -= 1;
      json(reply, 200, replyTo((body as { input: string[] }).input));
    });
    const input = Array.from({ length: 23 }, (_, index) => String(index));
    const progress: number[] = [];
    const reply = await server
      .client()
      .embeddings.createMany(
        { model: "sandbox/embed", input },
        { batchSize: 4, concurrency: 3, onProgress: ({ done }) => progress.push(done) },
      );
    expect(reply.embeddings.map((vector) => vector[0])).toEqual(input.map(Number));
    // As a sum of floats it is 0.000020700000000000002.
    expect(reply.usage).toEqual({ prompt_tokens: 23, total_tokens: 23, cost: 0.0000207 });
    expect(server.seen).toHaveLength(6);
    expect(most).toBe(3);
    expect(progress.at(-1)).toBe(23);
  });

  it("belong to the inputs that their indexes name, in any order of the list", async () => {
    await using server = await scriptedServer(({ body }, reply) => {
      const { data, ...rest } = replyTo((body as { input: string[] }).input);
      json(reply, 200, { ...rest, data: data.toReversed() });
    });
    const input = ["0", "1", "2", "3", "4"];
    const work = server.client().embeddings;
    const reply = await work.createMany({ model: "sandbox/embed", input }, { batchSize: 2 });
    expect(reply.embeddings.map((vector) => vector[0])).toEqual([0, 1, 2, 3, 4]);
  });

  it("stop at the first failure", async () => {
    await using server = await scriptedServer((_, reply, index) =>
      index === 1
        ? json(reply, 400, envelope(400, "input 4 is too long"))
        : json(reply, 200, replyTo(["1"])),
    );
    const work = server
      .client()
      .embeddings.createMany(
        { model: "sandbox/embed", input: Array.from({ length: 50 }, String) },
        { batchSize: 1, concurrency: 1 },
      );
    await expect(work).rejects.toMatchObject({ status: 400 });
    await delay(20);
    expect(server.seen).toHaveLength(2);
  });
});
