import type { Schema } from "@portico/contract";
import { type Cost, costFields } from "@portico/core/answer/cost";
import { inTurns } from "../../in-turns.ts";
import type { Encoding, Vector } from "../../vectors/vector.ts";
import { isConverted, writeVector } from "../../vectors/write.ts";

export interface EmbeddingsAnswer {
  readonly id: string;
  readonly model: string;
  readonly vectors: readonly Vector[];
  readonly inputTokens: number;
  readonly cost: Cost;
}

const head = '{"object":"list","data":[';
const quotes = { float: "", base64: '"' } as const;
/** Converting this many values takes a few milliseconds; then other work gets a turn. */
const valuesPerTurn = 65_536;

/** The text in front of each vector, made once for each index that was ever needed. */
const openings: Record<Encoding, Buffer[]> = { float: [], base64: [] };

function opening(index: number, encoding: Encoding): Buffer {
  const known = openings[encoding];
  const quote = quotes[encoding];
  const before = index === 0 ? head : `${quote}},`;
  known[index] ??= Buffer.from(
    `${before}{"object":"embedding","index":${index},"embedding":${quote}`,
  );
  return known[index];
}

/**
 * The reply as prepared pieces around each vector's own bytes: where the upstream's form is the wanted one, numbers
 * are neither parsed nor printed.
 */
export function writeReply(
  answer: EmbeddingsAnswer,
  encoding: Encoding,
): Uint8Array[] | Promise<Uint8Array[]> {
  return inTurns(write(answer, encoding));
}

function* write(
  answer: EmbeddingsAnswer,
  encoding: Encoding,
): Generator<undefined, Uint8Array[], undefined> {
  const pieces: Uint8Array[] = [];
  let converted = 0;
  for (const [index, vector] of answer.vectors.entries()) {
    pieces.push(opening(index, encoding), ...writeVector(vector, encoding));
    if (!isConverted(vector, encoding)) continue;
    converted += vector.dimensions;
    if (converted < valuesPerTurn) continue;
    converted = 0;
    yield;
  }
  pieces.push(closing(answer, encoding));
  return pieces;
}

function closing({ id, model, inputTokens, cost }: EmbeddingsAnswer, encoding: Encoding): Buffer {
  const usage: Schema<"EmbeddingsUsage"> = {
    prompt_tokens: inputTokens,
    total_tokens: inputTokens,
    ...costFields(cost),
  };
  return Buffer.from(
    `${quotes[encoding]}}],"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)},"id":${JSON.stringify(id)}}`,
  );
}
