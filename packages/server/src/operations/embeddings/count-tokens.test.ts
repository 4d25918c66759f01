import { expect, it } from "vitest";
import type { EmbedInput } from "../../model-call/embed-call.ts";
import type { Model } from "../../routing/catalog.ts";
import { boundTokens, refuseTooLong } from "./count-tokens.ts";

const free = {
  inputPicousd: 0,
  outputPicousd: 0,
  cachedInputPicousd: 0,
  cacheWritePicousd: 0,
  reasoningPicousd: 0,
  requestNanousd: 0,
  imageNanousd: 0,
};

const model: Model = {
  id: "m",
  name: "m",
  kind: "embedding",
  created: 0,
  contextLength: 100,
  dimensionsAdjustable: false,
  inputModalities: ["text"],
  tooLong: "reject",
  endpoints: [
    {
      provider: "p",
      upstreamModel: "m",
      price: free,
      priceOrigin: { by: "operator" as const, source: "a test", asOf: null, version: "test" },
      dataCollection: "allow",
      contextLength: 100,
      abilities: { tools: false, images: false, files: false },
      supportedParameters: [],
      tokenBound: "cl100k_base",
    },
  ],
};

const text = (value: string): EmbedInput => ({ type: "text", text: value });
/** Many bytes and few tokens; and few bytes and many tokens, without a space that would show it. */
const fitting = text(" ".repeat(2000));
const tooLong = text("漢".repeat(500));

it("counts the inputs that may be too long, but not for as long as a large batch would take", async () => {
  await expect(refuseTooLong(model, [fitting, tooLong])).rejects.toThrow(/input\[1\]/);
  const many = Array.from({ length: 600 }, () => fitting);
  // The count is uncertain, so the upstream decides.
  await expect(refuseTooLong(model, [...many, tooLong])).resolves.toBeUndefined();
  // A text that is too long by its words alone is still found.
  const words = text("a ".repeat(500));
  await expect(refuseTooLong(model, [...many, words])).rejects.toThrow(/input\[600\]/);
});

it("bounds a picture by what is published of it, by its size, or by the context, the dearest endpoint's", async () => {
  const picture = (facts?: object): EmbedInput => ({
    type: "multimodal",
    content: [{ type: "image", url: "u", ...(facts && { picture: facts }) }],
  });
  const [endpoint] = model.endpoints;
  if (endpoint === undefined) throw new Error("There is no endpoint.");
  const at = (...tokensPerImage: (number | undefined)[]): Model => ({
    ...model,
    endpoints: tokensPerImage.map((tokens) => ({
      ...endpoint,
      contextLength: 32_000,
      ...(tokens !== undefined && { tokensPerImage: tokens }),
    })),
  });
  const square = picture({ width: 1024, height: 1024 });
  const marks = 8;
  expect(await boundTokens(at(700), [square, square], 2)).toBe(2 * (700 + marks));
  expect(await boundTokens(at(700, 900), [square], 1)).toBe(900 + marks);
  // Nothing is published: four pieces of it.
  expect(await boundTokens(at(undefined), [square], 1)).toBe(4 * 4_096 + marks);
  expect(await boundTokens(at(700), [picture()], 1)).toBe(32_000 + marks);
});
