import type { Turn } from "@portico/core/model-call/respond-call";
import { describe, expect, it } from "vitest";
import type { Endpoint, Model } from "../../routing/catalog.ts";
import { adaptOutputs, needsOf } from "./adapt-outputs.ts";

const model = (...endpoints: Partial<Endpoint["abilities"]>[]): Model => ({
  id: "m",
  name: "M",
  kind: "text",
  created: 0,
  contextLength: 10,
  dimensionsAdjustable: false,
  inputModalities: ["text"],
  tooLong: "reject",
  endpoints: endpoints.map((abilities) => ({
    provider: "p",
    upstreamModel: "m",
    price: {
      inputPicousd: 0,
      outputPicousd: 0,
      cachedInputPicousd: 0,
      cacheWritePicousd: 0,
      reasoningPicousd: 0,
      requestNanousd: 0,
      imageNanousd: 0,
    },
    priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
    dataCollection: "allow",
    contextLength: 10,
    abilities: { tools: true, images: false, files: false, ...abilities },
    supportedParameters: [],
    tokenBound: "bytes",
  })),
});

const image = { type: "image", url: "https://a/b.png" } as const;
const file = { type: "file", url: "https://a/b.pdf" } as const;
const result: Turn = {
  type: "result",
  callId: "c",
  output: [{ type: "text", text: "a" }, image, file],
};
const question: Turn = { type: "message", role: "user", content: [image] };
const tools = [{ name: "f" }];

describe("parts of a function's output that are no text", () => {
  it("[2.6.function_call_output.non-text] are forwarded where some endpoint of the model supports them", () => {
    const able = model({}, { images: true, files: true });
    expect(adaptOutputs([result], able)).toEqual([result]);
  });

  it("[2.6.function_call_output.non-text] are replaced by a note for other models", () => {
    expect(adaptOutputs([result], model({ files: true }))).toEqual([
      {
        ...result,
        output: [
          { type: "text", text: "a" },
          { type: "text", text: "[image left out: this model does not support images]" },
          file,
        ],
      },
    ]);
  });

  it("may be left out, but parts of the user's messages never are", () => {
    expect(adaptOutputs([question], model({}))).toEqual([question]);
  });
});

describe("what a request needs", () => {
  it.each([
    [
      { conversation: [question], tools: [], toolChoice: "auto" },
      { tools: false, images: true, files: false },
    ],
    [
      { conversation: [result], tools, toolChoice: "auto" },
      { tools: true, images: true, files: true },
    ],
    [
      { conversation: [], tools, toolChoice: "none" },
      { tools: false, images: false, files: false },
    ],
  ] as const)("follows from its content and its tools: %j", (asked, needs) => {
    expect(needsOf(asked)).toEqual(needs);
  });
});
