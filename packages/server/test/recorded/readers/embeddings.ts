import type { Recording } from "../recording.ts";
import { at, itemsAt, jsonOf, numberAt, textAt } from "./reading.ts";

export interface VectorReading {
  /** As numbers, in the order of the inputs. */
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens?: number | undefined;
}

type Headers = Readonly<Record<string, string>>;
type Reader = (answer: unknown, headers: Headers) => VectorReading;

const readers: Readonly<Record<string, Reader>> = {
  "openai.embeddings": readData,
  "mistral.embeddings": readData,
  "voyage.embeddings": readData,
  "cohere.embed.v2": (answer) => ({
    vectors: itemsAt(answer, "embeddings", "float").map(numbersOf),
    inputTokens:
      numberAt(answer, "meta", "billed_units", "input_tokens") +
      numberAt(answer, "meta", "billed_units", "image_tokens"),
  }),
  "gemini.batchEmbedContents": (answer) => ({
    vectors: itemsAt(answer, "embeddings").map((each) => numbersOf(at(each, "values"))),
    inputTokens: optional(at(answer, "usageMetadata", "promptTokenCount")),
  }),
  "gemini.embedContent": (answer) => ({
    vectors: [numbersOf(at(answer, "embedding", "values"))],
    inputTokens: optional(at(answer, "usageMetadata", "promptTokenCount")),
  }),
  "vertex.predict-embeddings": (answer) => ({
    vectors: itemsAt(answer, "predictions").map((each) =>
      numbersOf(at(each, "embeddings", "values")),
    ),
    inputTokens: itemsAt(answer, "predictions")
      .map((each) => numberAt(each, "embeddings", "statistics", "token_count"))
      .reduce((sum, count) => sum + count, 0),
  }),
  "bedrock.invoke-embed": (answer, headers) => ({
    vectors: at(answer, "embedding")
      ? [numbersOf(at(answer, "embedding"))]
      : itemsAt(at(answer, "embeddings", "float") ?? at(answer, "embeddings")).map(numbersOf),
    inputTokens: optional(at(answer, "inputTextTokenCount")) ?? counted(headers),
  }),
  "ollama.embed": (answer) => ({
    vectors: (at(answer, "embeddings")
      ? itemsAt(answer, "embeddings")
      : [at(answer, "embedding")]
    ).map(numbersOf),
    inputTokens: optional(at(answer, "prompt_eval_count")),
  }),
};

export function isEmbeddingsApi(api: string): boolean {
  return Object.hasOwn(readers, api);
}

export function readVectors({ api, response }: Recording): VectorReading {
  const reader = readers[api];
  if (reader === undefined) throw new Error(`There is no reader for ${api}.`);

  return reader(jsonOf(response.body), response.headers);
}

/** Bedrock counts for the models that do not. */
function counted(headers: Headers): number | undefined {
  const count = headers["x-amzn-bedrock-input-token-count"];
  return count === undefined ? undefined : Number(count);
}

function readData(answer: unknown): VectorReading {
  const data = [...itemsAt(answer, "data")].sort(
    (one, other) => numberAt(one, "index") - numberAt(other, "index"),
  );
  return {
    vectors: data.map((each) => numbersOf(at(each, "embedding"))),
    inputTokens:
      optional(at(answer, "usage", "prompt_tokens")) ??
      optional(at(answer, "usage", "total_tokens")),
  };
}

/** Numbers, or base64 of little-endian float32. */
function numbersOf(value: unknown): readonly number[] {
  if (typeof value !== "string") return itemsAt(value).map(Number);

  const bytes = Buffer.from(textAt([value], 0), "base64");
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}

function optional(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
