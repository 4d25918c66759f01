import type { Fields } from "../../../json/json-shape.ts";
import type { EmbedInput, EmbedPart } from "../../../model-call/embed-call.ts";
import { embedPurpose } from "../../embedding/embed-purpose.ts";
import { type EmbeddingsDialect, openAiEmbeddings } from "../embeddings.ts";

/** Nothing but what every server understands: not all give base64, and some refuse it. */
export const plainEmbeddings: EmbeddingsDialect = { ...openAiEmbeddings, base64: false };

/** https://docs.mistral.ai/capabilities/embeddings: refuses parameters that it does not know. */
export const mistralEmbeddings: EmbeddingsDialect = {
  ...plainEmbeddings,
  dimensions: "output_dimension",
};

/**
 * https://docs.perplexity.ai/api-reference/embeddings-post: gives signed bytes, or single bits, and nothing finer. It compares
 * the bytes by their cosine and scales them by nothing, and so do we.
 */
export const perplexityEmbeddings: EmbeddingsDialect = {
  ...plainEmbeddings,
  path: "/v1/embeddings",
  base64: "int8",
  batchSize: 512,
};

/** https://openrouter.ai/docs/api-reference/embeddings: takes the three forms of our own interface. */
export const openRouterEmbeddings: EmbeddingsDialect = {
  ...openAiEmbeddings,
  inputs: (inputs) =>
    inputs.map((input) =>
      input.type === "text"
        ? input.text
        : {
            content: input.content.map((part) =>
              part.type === "text" ? part : { type: "image_url", image_url: { url: part.url } },
            ),
          },
    ),
  extra: ({ inputType, user }) => ({
    ...(inputType === undefined ? {} : { input_type: inputType }),
    ...(user === undefined ? {} : { user }),
  }),
};

const jinaTasks = {
  query: "retrieval.query",
  document: "retrieval.passage",
  classification: "classification",
  clustering: "separation",
  similarity: "text-matching",
} as const;

/** https://jina.ai/embeddings: no joint vectors; images and texts are inputs of their own. */
export const jinaEmbeddings: EmbeddingsDialect = {
  ...plainEmbeddings,
  inputs: (inputs) =>
    inputs.some(hasImage)
      ? inputs.map((input) => jinaInput(input))
      : openAiEmbeddings.inputs(inputs),
  extra: ({ inputType, truncate }) => {
    const purpose = embedPurpose(inputType);
    return { ...(purpose === undefined ? {} : { task: jinaTasks[purpose] }), truncate };
  },
};

function hasImage(input: EmbedInput): boolean {
  return input.type === "multimodal" && input.content.some((part) => part.type === "image");
}

function jinaInput(input: EmbedInput): Fields {
  const image = input.type === "multimodal" ? onlyImage(input.content) : undefined;
  if (image !== undefined)
    return { image: image.startsWith("data:") ? image.slice(image.indexOf(",") + 1) : image };

  return { text: [openAiEmbeddings.inputs([input])].flat(2)[0] };
}

function onlyImage(content: readonly EmbedPart[]): string | undefined {
  const [part] = content;
  return content.length === 1 && part?.type === "image" ? part.url : undefined;
}

/** https://docs.nvidia.com/nim/nemo-retriever/text-embedding: `input_type` is required by most models. */
export const nvidiaEmbeddings: EmbeddingsDialect = {
  ...openAiEmbeddings,
  extra: ({ inputType, truncate }) => ({
    input_type: embedPurpose(inputType) === "document" ? "passage" : "query",
    truncate: truncate ? "END" : "NONE",
  }),
};
