import { countOf, type Fields, fieldsOf } from "../../json/json-shape.ts";
import type { EmbedCall, Embedded, EmbedInput } from "../../model-call/embed-call.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { openAiPlaces, type VectorPlaces } from "../../vectors/scan.ts";
import { type EmbeddedBatch, embedInBatches } from "../embedding/embed-in-batches.ts";
import { checkVectors, readVectors } from "../embedding/read-vectors.ts";
import { type JsonEndpoint, postJson } from "../wire/json-request.ts";

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

export async function embedWith(
  endpoint: JsonEndpoint,
  path: string,
  dialect: EmbeddingsDialect,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<Embedded> {
  if (dialect.batchSize !== undefined)
    return await embedInBatches(call, dialect.batchSize, signal, (inputs, either) =>
      askFor(endpoint, path, dialect, { ...call, inputs }, either),
    );

  const { vectors, inputTokens } = await askFor(endpoint, path, dialect, call, signal);
  checkVectors(call, vectors, inputTokens);
  return { vectors, ...(inputTokens === undefined ? {} : { inputTokens }) };
}

async function askFor(
  endpoint: JsonEndpoint,
  path: string,
  dialect: EmbeddingsDialect,
  call: EmbedCall,
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const body = {
    model: call.model,
    input: dialect.inputs(call.inputs),
    encoding_format: formOf(dialect, call),
    ...(call.dimensions === undefined ? {} : { [dialect.dimensions]: call.dimensions }),
    ...dialect.extra(call),
  };
  const reply = await postJson(endpoint, path, body, call, { signal, whole: true });
  const places = dialect.base64 === "int8" ? int8Places : openAiPlaces;
  return await readVectors(call, reply, places, usedTokens);
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
