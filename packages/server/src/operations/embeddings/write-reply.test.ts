import { describe, expect, it } from "vitest";
import { ownContract } from "../../http/contract/contract.ts";
import type { Vector } from "../../vectors/vector.ts";
import { writeReply } from "./write-reply.ts";

const contract = ownContract();
const values = Float32Array.of(0.5, -0.25, 1e-9);
const base64 = Buffer.from(values.buffer).toString("base64");

const vectors: Record<Vector["format"], Vector> = {
  decimal: {
    format: "decimal",
    pieces: [Buffer.from("[0.5,-2."), Buffer.from("5e-1, 1e-9]")],
    dimensions: 3,
  },
  base64: {
    format: "base64",
    pieces: [Buffer.from(base64.slice(0, 5)), Buffer.from(base64.slice(5))],
    dimensions: 3,
  },
  floats: { format: "floats", values, dimensions: 3 },
};

async function reply(given: readonly Vector[], encoding: "float" | "base64") {
  const answer = {
    id: 'gen-"1"',
    model: "m",
    vectors: given,
    inputTokens: 7,
    cost: { chargedNanousd: 70 },
  };
  return JSON.parse(Buffer.concat(await writeReply(answer, encoding)).toString("utf8"));
}

describe.each(Object.entries(vectors))("a vector that arrived as %s", (_, vector) => {
  it("is written as numbers", async () => {
    const body = await reply([vector, vector], "float");
    contract.checkReply("createEmbeddings", 200, body);
    expect(body.data.map(({ index }: { index: number }) => index)).toEqual([0, 1]);
    for (const { embedding } of body.data) expect(Float32Array.from(embedding)).toEqual(values);
  });

  it("is written as base64 of little-endian float32", async () => {
    const body = await reply([vector], "base64");
    contract.checkReply("createEmbeddings", 200, body);
    expect(body.data[0].embedding).toBe(base64);
  });
});

it.each([
  ["decimal", "float"],
  ["base64", "base64"],
] as const)(
  "hands on the upstream's own bytes where it wrote %s and %s is wanted",
  async (format, encoding) => {
    const vector = vectors[format];
    const answer = {
      id: "g",
      model: "m",
      vectors: [vector, vector],
      inputTokens: 1,
      cost: { chargedNanousd: 10 },
    };
    const written = await writeReply(answer, encoding);
    const pieces = "pieces" in vector ? vector.pieces : [];
    expect(pieces).toHaveLength(2);
    for (const piece of pieces) expect(written.filter((one) => one === piece)).toHaveLength(2);
  },
);

it.each([
  { format: "decimal", pieces: [Buffer.from("[1e39,0,0]")], dimensions: 3 },
  { format: "floats", values: Float32Array.of(Number.NaN, 0, 0), dimensions: 3 },
  { format: "base64", pieces: [Buffer.from("AACAfwAAAAAAAAAA")], dimensions: 3 },
] satisfies Vector[])("refuses to convert a value that is not a number: %o", async (vector) => {
  const encoding = vector.format === "decimal" ? "base64" : "float";
  await expect(reply([vector], encoding)).rejects.toMatchObject({ kind: "providerFailed" });
});

it("yields to other work while it converts a large batch", async () => {
  const large: Vector = { format: "floats", values: new Float32Array(65_536), dimensions: 65_536 };
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  await reply([large, large, large], "float");
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
});
