import type { EmbedCall } from "../../model-call/embed-call.ts";
import type { EmbedServed } from "../../routing/attempt.ts";
import type { Candidate, Model } from "../../routing/catalog.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { type PaidCall, type Paying, paidCall, type Written } from "../paid-call/paid-call.ts";
import { type PaidWork, paidModel } from "../paid-call/paid-work.ts";
import { upstreamCall } from "../paid-call/upstream-call.ts";
import { billLost, billServed } from "./bill.ts";
import { boundTokens, refuseTooLong } from "./count-tokens.ts";
import { type KeptVectors, lookUp } from "./kept-vectors.ts";
import { atFault, type EmbeddingsRequest, readEmbeddings, withInputs } from "./read-embeddings.ts";
import { writeReply } from "./write-reply.ts";

interface EmbeddingsWork extends PaidWork {
  /** For the inputs that the workspace has kept no vectors for. */
  readonly request: EmbeddingsRequest;
  readonly kept: KeptVectors | null;
  readonly dimensions: number | undefined;
}

export const createEmbeddings = answerOnce("createEmbeddings", async ({ body }, context) => {
  const { limits } = context.gateway.configuration;
  const asked = readEmbeddings(body, limits.embeddingInputs);
  const found = paidModel(context, asked, "embedding");
  const model = found instanceof Promise ? await found : found;
  const dimensions = dimensionsOf(model, asked);
  const tooLong = refuseTooLong(model, asked.inputs);
  if (tooLong !== undefined) await tooLong;
  const looked = lookUp(context, asked, dimensions);
  const kept = looked instanceof Promise ? await looked : looked;
  const request = kept === null ? asked : withInputs(asked, kept.missing);
  const { inputs, images, links } = request;
  const most = boundTokens(model, inputs, images);
  const inputTokens = most instanceof Promise ? await most : most;
  const bound = inputs.length === 0 ? null : { inputTokens, maxOutputTokens: 0, images };
  const needs = { images: images > 0 };
  const cheaper = inputs.length > 1 ? "Send fewer inputs at once" : "Shorten the input";
  const work = { request, model, needs, links, bound, cheaper, kept, dimensions };
  return await paidCall(embeddings, context, work);
});

const embeddings: PaidCall<EmbeddingsWork, EmbedServed | null, never> = {
  operation: "embeddings",
  ask(attempt, walk, paying) {
    if (paying.work.bound === null) return null;
    return attempt.embed({ ...walk, call: (candidate) => toCall(paying, candidate) });
  },
  billServed: ({ request }, served) => billServed(request, served),
  billLost: ({ request }, lost) => billLost(request, lost),
  write({ work: { request, kept }, admitted }, served, { usage, cost }) {
    const given = served?.result.vectors ?? [];
    const vectors = kept?.filled(given) ?? given;
    const { model, encoding } = request;
    const { inputTokens } = usage;
    const id = admitted.generationId;
    const headers = kept === null ? {} : { "x-portico-cache": kept.state };
    const written = (pieces: readonly Uint8Array[]): Written<never> => ({
      reply: { type: "pieces", pieces, headers },
      content: () => Buffer.concat(pieces).toString("utf8"),
    });
    const pieces = writeReply({ id, model, vectors, inputTokens, cost }, encoding);
    return pieces instanceof Promise ? pieces.then(written) : written(pieces);
  },
  booked({ kept }, served) {
    if (served !== null) kept?.keep(served.result.vectors);
  },
};

/** An embedding model is one vector family. Other dimensions are possible only where the model takes the parameter. */
function dimensionsOf(model: Model, { dimensions }: EmbeddingsRequest): number | undefined {
  if (dimensions === undefined || dimensions === model.dimensions) return model.dimensions;
  if (!model.dimensionsAdjustable)
    throw atFault("dimensions", `must be ${model.dimensions} for ${model.id}, or be left out`);
  if (model.dimensions !== undefined && dimensions > model.dimensions)
    throw atFault("dimensions", `must be at most ${model.dimensions} for ${model.id}`);
  return dimensions;
}

function toCall(
  { context, work: { request, model, dimensions }, admitted }: Paying<EmbeddingsWork>,
  candidate: Candidate,
): EmbedCall {
  return {
    ...(request.user !== undefined && { user: request.user }),
    ...upstreamCall(candidate, admitted.workspace, context, request),
    inputs: request.inputs,
    encoding: request.encoding,
    truncate: model.tooLong === "truncate",
    ...(request.dimensions !== undefined && { dimensions: request.dimensions }),
    ...(dimensions !== undefined && { expectedDimensions: dimensions }),
    ...(request.inputType !== undefined && { inputType: request.inputType }),
  };
}
