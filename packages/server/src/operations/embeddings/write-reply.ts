import { setImmediate as nextTurn } from "node:timers/promises";
import type { Vector } from "../../providers/provider.ts";
import { isConverted, writeVector } from "./write-vector.ts";

export interface EmbeddingsAnswer {
  readonly id: string;
  readonly model: string;
  readonly vectors: readonly Vector[];
  readonly inputTokens: number;
}

const head = '{"object":"list","data":[';
const itemEnd = Buffer.from("}");
/** Converting this many values takes a few milliseconds; then it is others' turn. */
const valuesPerTurn = 65_536;

/** `{"object":"embedding",…` up to the vector, made once for each index that was ever needed. */
const itemHeads: Buffer[] = [];

function itemHead(index: number): Buffer {
  const opening = index === 0 ? head : ",";
  itemHeads[index] ??= Buffer.from(`${opening}{"object":"embedding","index":${index},"embedding":`);
  return itemHeads[index];
}

/**
 * The reply as prepared pieces around each vector's own bytes: numbers are neither parsed nor printed where the
 * upstream wrote them as the caller wants them.
 */
export async function writeReply(
  answer: EmbeddingsAnswer,
  encoding: "float" | "base64",
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let converted = 0;
  for (const [index, vector] of answer.vectors.entries()) {
    pieces.push(itemHead(index), ...writeVector(vector, encoding), itemEnd);
    if (!isConverted(vector, encoding)) continue;
    converted += vector.dimensions;
    if (converted < valuesPerTurn) continue;
    converted = 0;
    await nextTurn();
  }
  pieces.push(tail(answer));
  return pieces;
}

function tail({ id, model, inputTokens }: EmbeddingsAnswer): Buffer {
  const usage = `{"prompt_tokens":${inputTokens},"total_tokens":${inputTokens}}`;
  return Buffer.from(
    `],"model":${JSON.stringify(model)},"usage":${usage},"id":${JSON.stringify(id)}}`,
  );
}
