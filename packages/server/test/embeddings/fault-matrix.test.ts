import { expect } from "vitest";
import { describeWholeFaults } from "../support/whole-fault-matrix.ts";
import { faults, good, oddities, vectorOf } from "./faults.ts";

const inputs = ["a", "bc", "äöü"];

interface Body {
  readonly data: readonly { readonly embedding: readonly number[] }[];
}

describeWholeFaults({
  operation: "createEmbeddings",
  path: "/embeddings",
  model: "kind: embedding\n    dimensions: 4",
  question: { input: inputs },
  tokens: 6,
  ...{ good, faults, oddities },
  expectAnswer: (body) => {
    expect((body as Body).data.map(({ embedding }) => embedding)).toEqual(inputs.map(vectorOf));
  },
});
