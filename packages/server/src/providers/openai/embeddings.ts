import { countOf, type Fields, fieldsOf } from "../../json/json-shape.ts";
import type { EmbedCall, EmbedInput } from "../../model-call/embed-call.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { openAiPlaces, type VectorPlaces } from "../../vectors/scan.ts";
import type { VectorDialect } from "../embedding/embed-in-batches.ts";

/** In what vendors of OpenAI's embeddings differ. */
export interface EmbeddingsDialect {
  /** Below the address of a server that has chat completions at `/chat/completions`. */
  readonly path: string;
  /**
   * Gives base64 to callers who ask for it: others convert nothing, so that each gets the bytes that it asked for. `int8`
   * gives only signed bytes, as base64, to all callers.
   */
  readonly base64: boolean | "int8";
  readonly dimensions: "dimensions" | "output_dimension";
  /** More inputs in one request are refused; absent where as many are taken as our own interface takes. */
  readonly batchSize?: number;
  /** Inputs as this vendor wants them; throws for what it cannot take. */
  inputs(inputs: readonly EmbedInput[]): unknown;
  /** Further parameters. */
  extra(call: EmbedCall): Fields;
}

export const openAiEmbeddings: EmbeddingsDialect = {
  path: "/embeddings",
  base64: true,
  dimensions: "dimensions",
  inputs: textInputs,
  extra: () => ({}),
};

/** The dialect of one provider, whose addresses may depend on the model. */
export function vectorDialect(
  dialect: EmbeddingsDialect,
  pathOf: (model: string) => string,
): VectorDialect {
  return {
    batchSize: dialect.batchSize,
    places: dialect.base64 === "int8" ? int8Places : openAiPlaces,
    request: (call, inputs) => ({
      path: pathOf(call.model),
      body: {
        model: call.model,
        input: dialect.inputs(inputs),
        encoding_format: formOf(dialect, call),
        [dialect.dimensions]: call.dimensions,
        ...dialect.extra(call),
      },
    }),
    tokensOf: usedTokens,
  };
}

const int8Places: VectorPlaces = { ...openAiPlaces, int8: true };

function formOf({ base64 }: EmbeddingsDialect, { encoding }: EmbedCall): string {
  if (base64 === "int8") return "base64_int8";

  return base64 ? encoding : "float";
}

function usedTokens(rest: Fields): number | undefined {
  const usage = fieldsOf(rest["usage"]);
  return countOf(usage["prompt_tokens"]) ?? countOf(usage["total_tokens"]);
}

/** The texts of inputs, for dialects that know nothing else. */
export function textInputs(inputs: readonly EmbedInput[]): readonly string[] {
  return inputs.map((input) => (input.type === "text" ? input.text : joined(input)));
}

function joined(input: Extract<EmbedInput, { readonly type: "multimodal" }>): string {
  const texts = input.content.map((part) => {
    if (part.type === "image")
      throw new UpstreamError("rejected", "This model does not accept image input.");

    return part.text;
  });
  return texts.join("\n");
}
