import { GatewayError } from "../errors.ts";
import type { EmbedCall } from "../providers/provider.ts";
import type { EmbedServed } from "../routing/attempt.ts";
import { AttemptFailed, CallerGone } from "../routing/attempt-failed.ts";
import { type Candidate, candidates, findModel } from "../routing/candidates.ts";
import type { Model } from "../routing/catalog.ts";
import { worstCaseNanousd } from "../routing/price.ts";
import { type Admitted, admit, type Plan } from "./admit.ts";
import { boundTokens, estimateTokens, refuseTooLong } from "./embeddings/count-tokens.ts";
import { atFault, type EmbeddingsRequest, readEmbeddings } from "./embeddings/read-embeddings.ts";
import { writeReply } from "./embeddings/write-reply.ts";
import type { Context, Operation } from "./operation.ts";
import { replyHeaders } from "./reply-headers.ts";
import { callerGoneStatus, failedContent, settle } from "./settle.ts";
import type { WorkspaceFacts } from "./workspaces.ts";

interface EmbeddingsPlan extends Plan {
  readonly candidates: readonly Candidate[];
}

/** Read, hold the worst case, ask the candidates in turn, settle, and only then answer. */
export const createEmbeddings: Operation<"createEmbeddings"> = async ({ body }, context) => {
  const { gateway } = context;
  const request = readEmbeddings(body, gateway.configuration.limits.embeddingInputs);
  const { catalog } = gateway;
  const model = findModel({ catalog, modelId: request.model, kind: "embedding" });
  const dimensions = dimensionsOf(model, request);
  await refuseTooLong(model, request.inputs);
  const tokens = await boundTokens(model, request.inputs, request.images);
  const admitted = await admit(context, { operation: "embeddings", model: model.id }, (workspace) =>
    plan(context, request, model, workspace, tokens),
  );
  const served = await ask(context, request, admitted, dimensions);
  const booked = await book(context, request, admitted, served);
  return {
    type: "pieces",
    pieces: booked.pieces,
    headers: replyHeaders(served, booked.chargedNanousd, admitted.hold.rate),
  };
};

/** An embedding model is one vector family: other dimensions only where it can be asked for them. */
function dimensionsOf(model: Model, { dimensions }: EmbeddingsRequest): number | undefined {
  if (dimensions === undefined || dimensions === model.dimensions) return model.dimensions;
  if (!model.dimensionsAdjustable)
    throw atFault("dimensions", `must be ${model.dimensions} for ${model.id}, or be left out`);
  if (model.dimensions !== undefined && dimensions > model.dimensions)
    throw atFault("dimensions", `must be at most ${model.dimensions} for ${model.id}`);
  return dimensions;
}

function plan(
  { gateway }: Context,
  request: EmbeddingsRequest,
  model: Model,
  workspace: WorkspaceFacts,
  tokens: number,
): EmbeddingsPlan {
  const { configuration, catalog, health } = gateway;
  const list = candidates({
    catalog,
    modelId: request.model,
    kind: "embedding",
    preferences: request.preferences,
    workspaceSort: workspace.settings.defaultProviderSort,
    health: health.snapshot(model.endpoints),
    byokProviders: new Set(workspace.credentials.keys()),
    keylessProviders: configuration.keylessProviders,
    byokFallback: configuration.byok.fallback,
    needs: { images: request.images > 0 },
    parameters: request.parameters,
    random: Math.random,
  });
  // Whoever brings a credential pays the provider: nothing is held for it.
  const charged = list.filter(({ byok }) => !byok).map(({ endpoint }) => endpoint);
  const bound = { inputTokens: tokens, maxOutputTokens: 0, images: request.images };
  const worst = worstCaseNanousd(charged, bound);
  return {
    candidates: list,
    minimumNanousd: worst,
    desiredNanousd: worst,
    tokens,
    usesCredits: charged.length > 0,
  };
}

function ask(
  context: Context,
  request: EmbeddingsRequest,
  admitted: Admitted<EmbeddingsPlan>,
  dimensions: number | undefined,
): Promise<EmbedServed> {
  return context.gateway.attempt
    .embed({
      candidates: admitted.plan.candidates,
      call: (candidate) => toCall(context, request, admitted.workspace, candidate, dimensions),
      expected: { count: request.inputs.length, dimensions },
      signal: context.signal,
    })
    .catch((error: unknown) => failed(context, request, admitted, error));
}

function toCall(
  context: Context,
  request: EmbeddingsRequest,
  workspace: WorkspaceFacts,
  { model, endpoint, byok }: Candidate,
  dimensions: number | undefined,
): EmbedCall {
  const credential = byok ? workspace.credentials.get(endpoint.provider)?.() : undefined;
  return {
    model: endpoint.upstreamModel,
    ...(credential === undefined ? {} : { credential }),
    ...(request.user === undefined ? {} : { user: request.user }),
    requestId: context.requestId,
    inputs: request.inputs,
    encoding: request.encoding,
    ...(request.dimensions === undefined ? {} : { dimensions: request.dimensions }),
    ...(dimensions === undefined ? {} : { expectedDimensions: dimensions }),
    ...(request.inputType === undefined ? {} : { inputType: request.inputType }),
    truncate: model.tooLong === "truncate",
  };
}

/** The reply is written first: should that fail, nothing was delivered and nothing is charged. */
async function book(
  context: Context,
  request: EmbeddingsRequest,
  admitted: Admitted<EmbeddingsPlan>,
  { result, candidate, attempts }: EmbedServed,
) {
  const { inputs, images, encoding, model } = request;
  const inputTokens = result.inputTokens ?? estimateTokens(inputs, images);
  const id = admitted.generationId;
  const pieces = await writeReply(
    { id, model, vectors: result.vectors, inputTokens },
    encoding,
  ).catch((error: unknown) => failed(context, request, admitted, error));
  const chargedNanousd = await settle(context, admitted, {
    ...nothing,
    model,
    candidate,
    attempts,
    usage: { inputTokens, outputTokens: 0, images },
    isEstimated: result.inputTokens === undefined,
    status: 200,
    errorKind: null,
    content: () => ({
      request: JSON.stringify(request.body),
      reply: Buffer.concat(pieces).toString("utf8"),
    }),
  });
  return { pieces, chargedNanousd };
}

/**
 * Failed attempts cost nothing. A caller who hangs up in the middle of one is another matter: the upstream has the
 * input by then and will bill it, so it is charged as counted here.
 */
async function failed(
  context: Context,
  request: EmbeddingsRequest,
  admitted: Admitted<EmbeddingsPlan>,
  error: unknown,
): Promise<never> {
  const attempts =
    error instanceof AttemptFailed || error instanceof CallerGone ? error.attempts : [];
  const asked = error instanceof CallerGone ? error.asked : null;
  const inputTokens = asked === null ? 0 : estimateTokens(request.inputs, request.images);
  const failure = error instanceof GatewayError ? error : null;
  await settle(context, admitted, {
    ...nothing,
    model: request.model,
    candidate: asked,
    attempts,
    usage: { inputTokens, outputTokens: 0, images: asked === null ? 0 : request.images },
    isEstimated: asked !== null,
    status: error instanceof CallerGone ? callerGoneStatus : (failure?.status ?? 500),
    errorKind: error instanceof CallerGone ? "callerGone" : (failure?.kind ?? "internal"),
    content: failedContent(request.body, failure),
  });
  throw error;
}

const nothing = {
  operation: "embeddings",
  isStreamed: false,
  finishReason: null,
  firstTokenMs: null,
} as const;
