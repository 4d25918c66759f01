import type { Input } from "@portico/contract";
import { GatewayError } from "../../errors.ts";
import type { EmbedInput, EmbedPart } from "../../model-call/embed-call.ts";
import type { Link } from "../../routing/links.ts";
import { readPreferences } from "../../routing/preferences.ts";
import type { Encoding } from "../../vectors/vector.ts";
import { readPicture } from "../../wires/pictures/read-picture.ts";
import { linksIn } from "../paid-call/links-in.ts";
import type { PaidRequest } from "../paid-call/paid-work.ts";

export type EmbeddingsBody = Input<"createEmbeddings">["body"];

/** The caller's request in the gateway's own form. */
export interface EmbeddingsRequest extends PaidRequest {
  readonly inputs: readonly EmbedInput[];
  readonly encoding: Encoding;
  readonly dimensions: number | undefined;
  readonly inputType: string | undefined;
  readonly images: number;
  /** The addresses of images. */
  readonly links: readonly Link[];
}

export function readEmbeddings(body: EmbeddingsBody, maxInputs: number): EmbeddingsRequest {
  const inputs = readInputs(body.input);
  if (inputs.length > maxInputs) throw atFault("input", `must have at most ${maxInputs} items`);
  const dimensions = body.dimensions ?? undefined;
  const inputType = body.input_type ?? undefined;
  return {
    body,
    model: body.model,
    inputs,
    encoding: body.encoding_format ?? "float",
    preferences: readPreferences(body.provider),
    dimensions,
    inputType,
    user: body.user ?? undefined,
    ...factsOf(inputs),
    parameters: [
      ...(dimensions === undefined ? [] : ["dimensions"]),
      ...(inputType === undefined ? [] : ["input_type"]),
    ],
  };
}

/** The same request for other inputs. */
export function withInputs(
  request: EmbeddingsRequest,
  inputs: readonly EmbedInput[],
): EmbeddingsRequest {
  return { ...request, inputs, ...factsOf(inputs) };
}

function factsOf(inputs: readonly EmbedInput[]) {
  return {
    images: countImages(inputs),
    links: inputs.flatMap((input) => (input.type === "text" ? [] : linksIn(input.content))),
  };
}

function readInputs(input: EmbeddingsBody["input"]): EmbedInput[] {
  const list = typeof input === "string" ? [input] : input;
  return list.map((item, index) =>
    typeof item === "string" ? { type: "text", text: item } : readMultimodal(item, index),
  );
}

type WireInput = Exclude<Exclude<EmbeddingsBody["input"], string>[number], string>;

function readMultimodal({ content }: WireInput, index: number): EmbedInput {
  if (content.length === 0) throw atFault(`input[${index}].content`, "must not be empty");
  const parts = content.map(
    (part, place): EmbedPart =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : {
            type: "image",
            ...readPicture(part.image_url.url, `input[${index}].content[${place}].image_url.url`),
            place: `input[${index}].content[${place}].image_url.url`,
          },
  );
  const [only] = parts;
  if (parts.length > 1 || only?.type !== "text") return { type: "multimodal", content: parts };
  // Text alone needs no model with vision; an empty text cannot be embedded.
  if (only.text === "") throw atFault(`input[${index}].content[0].text`, "must not be empty");
  return only;
}

export function countImages(inputs: readonly EmbedInput[]): number {
  return inputs.reduce((sum, input) => sum + imagesOf(input), 0);
}

function imagesOf(input: EmbedInput): number {
  if (input.type === "text") return 0;
  return input.content.filter(({ type }) => type === "image").length;
}

export function atFault(field: string, expectation: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} ${expectation}.`,
    metadata: { field },
  });
}
