import { expect } from "vitest";
import { describeWholeFaults } from "../support/whole-fault-matrix.ts";
import { documents, faults, good, oddities, query, told } from "./faults.ts";

interface Body {
  readonly results: readonly { readonly index: number; readonly document: object }[];
}

describeWholeFaults({
  operation: "createRerank",
  path: "/rerank",
  model: "kind: rerank",
  question: { query, documents },
  tokens: told,
  ...{ good, faults, oddities },
  expectAnswer: (body) => {
    const { results } = body as Body;
    expect(results.map(({ index }) => index)).toEqual([2, 1, 0]);
    expect(results.map(({ document }) => document)).toEqual(
      [2, 1, 0].map((index) => ({ text: documents[index] })),
    );
  },
});
