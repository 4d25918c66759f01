import type { Input, Output } from "@portico/contract/facts";
import { costFields } from "@portico/core/answer/cost";
import { toBase64 } from "@portico/core/base64";
import { countTokens, type EmbeddingInput, embeddingOf } from "@portico/core/simulated-model";
import { costOf } from "../answers/cost.ts";
import type { Behaviour } from "../call.ts";

type Request = Input<"createEmbeddings">["body"];

/** Vectors that depend only on the inputs: the same text has the same vector in every run. */
export const createEmbeddings: Behaviour = {
  answer: ({ body, requestId }) => ({
    status: 200,
    json: answerTo(body as Request, requestId),
  }),
};

function answerTo(request: Request, requestId: string): Output<"createEmbeddings"> {
  const inputs = readInputs(request.input);
  const tokens = tokensOf(inputs);
  return {
    object: "list",
    id: requestId,
    model: request.model,
    data: inputs.map((input, index) => ({
      object: "embedding",
      index,
      embedding: encoded(
        embeddingOf(input, request.dimensions ?? undefined),
        request.encoding_format,
      ),
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens, ...costFields(costOf(tokens, 0)) },
  };
}

function readInputs(input: Request["input"]): EmbeddingInput[] {
  const inputs = typeof input === "string" ? [input] : input;
  return inputs.map((one) =>
    typeof one === "string"
      ? { type: "text", text: one }
      : {
          type: "multimodal",
          content: one.content.map((part) =>
            part.type === "text" ? part : { type: "image", url: part.image_url.url },
          ),
        },
  );
}

/** An image counts as one. */
function tokensOf(inputs: readonly EmbeddingInput[]): number {
  const parts = inputs.flatMap((input) => (input.type === "text" ? [input] : input.content));
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return countTokens(texts) + parts.length - texts.length;
}

function encoded(vector: Float32Array, format: Request["encoding_format"]): string | number[] {
  return format === "base64" ? toBase64(new Uint8Array(vector.buffer)) : [...vector];
}
