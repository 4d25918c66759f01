import { stopReason } from "../../errors.ts";
import type { EmbedCall } from "../../model-call/embed-call.ts";
import { worstCaseNanousd } from "../../money/price.ts";
import type { EmbedServed } from "../../routing/attempt.ts";
import { brokenOff } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/candidate.ts";
import { findModel } from "../../routing/candidates.ts";
import type { Model } from "../../routing/catalog.ts";
import { callerGoneStatus } from "../../store/ports/generation.ts";
import type { Context, Operation } from "../operation.ts";
import { type Admitted, admit, type Plan, type Subject } from "../paid-call/admit.ts";
import { askerOf } from "../paid-call/asker-of.ts";
import { bookFailure, triedBefore } from "../paid-call/book-failure.ts";
import { callerGivenName } from "../paid-call/caller-given-name.ts";
import { candidatesFor } from "../paid-call/candidates-for.ts";
import { type Billed, chargeOf, shownCost } from "../paid-call/charge.ts";
import {
  endUserRefusal,
  modelRefusal,
  type RightsCheck,
  refuseByRights,
} from "../paid-call/key-rights.ts";
import { namesForUpstream } from "../paid-call/names-for-upstream.ts";
import { noticeOf, replyHeaders } from "../paid-call/reply-headers.ts";
import { sessionNameOf } from "../paid-call/session.ts";
import { loggedContent, type Outcome, type Said, settle } from "../paid-call/settle.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { billLost, billServed } from "./bill.ts";
import { boundTokens, refuseTooLong } from "./count-tokens.ts";
import { type KeptVectors, lookUp } from "./kept-vectors.ts";
import { atFault, type EmbeddingsRequest, readEmbeddings, withInputs } from "./read-embeddings.ts";
import { writeReply } from "./write-reply.ts";

interface EmbeddingsPlan extends Plan {
  readonly candidates: readonly Candidate[];
}

/** The facts of a request for its booking, from its admission on. */
interface Asked {
  readonly context: Context;
  /** For the inputs that the workspace has kept no vectors for. */
  readonly request: EmbeddingsRequest;
  readonly kept: KeptVectors | null;
  readonly dimensions: number | undefined;
  readonly admitted: Admitted<EmbeddingsPlan>;
}

/** Reads, holds the worst case, asks the candidates in turn, settles, and only then answers. */
export const createEmbeddings: Operation<"createEmbeddings"> = async ({ body }, context) => {
  const { catalog, configuration } = context.gateway;
  const request = readEmbeddings(body, configuration.limits.embeddingInputs);
  const model = findModel({ catalog, modelId: request.model, kind: "embedding" });
  await refuseByRights(context, refusalOf(request));
  const dimensions = dimensionsOf(model, request);
  await refuseTooLong(model, request.inputs);
  const kept = await lookUp(context, request, dimensions);
  const rest = kept === null ? request : withInputs(request, kept.missing);
  const tokens = await boundTokens(model, rest.inputs, rest.images);
  const admitted = await admit(context, subjectOf(context, request, model), (workspace) =>
    plan(context, rest, workspace, tokens),
  );
  const asked = { context, request: rest, kept, dimensions, admitted };
  const written = await askAndWrite(asked);
  const { chargedNanousd } = await settle(context, admitted, outcomeOf(asked, written));
  if (context.signal.aborted) throw brokenOff(context.signal, written.served ?? unasked);
  const headers = {
    ...replyHeaders(written.served, chargedNanousd, admitted.hold.rate),
    ...noticeOf(request, context.gateway.providerNames),
    ...(kept !== null && { "x-portico-cache": kept.state }),
  };
  if (written.served !== null) kept?.keep(written.served.result.vectors);
  return { type: "pieces", pieces: written.pieces, headers };
};

function refusalOf({ model, user }: EmbeddingsRequest): RightsCheck {
  return (rights) =>
    modelRefusal(rights, [{ id: model, field: "model" }]) ?? endUserRefusal(rights, user, ["user"]);
}

function subjectOf(context: Context, { user }: EmbeddingsRequest, { id }: Model): Subject {
  return {
    operation: "embeddings",
    model: id,
    endUser: callerGivenName(user),
    sessionId: callerGivenName(sessionNameOf({ call: {} }, (name) => context.header(name))),
  };
}

/** No upstream was asked. */
const unasked = { attempts: [], lost: [] };

interface Written {
  /** Null where every vector was kept: no upstream was asked. */
  readonly served: EmbedServed | null;
  readonly billed: readonly Billed[];
  readonly pieces: readonly Uint8Array[];
}

/** Writes the reply before it is booked: if writing fails, the request has failed, and its upstream bills it. */
async function askAndWrite(asked: Asked): Promise<Written> {
  const { encoding, model } = asked.request;
  const id = asked.admitted.generationId;
  let tried: Pick<Outcome, "attempts" | "billed"> = { attempts: [], billed: [] };
  try {
    const served = asked.kept?.state === "hit" ? null : await ask(asked);
    const last = served === null ? null : await billServed(asked.request, served);
    if (served !== null && last !== null)
      tried = {
        attempts: served.attempts,
        billed: [...(await billLost(asked.request, served.lost)), last],
      };
    const given = served?.result.vectors ?? [];
    const vectors = asked.kept?.filled(given) ?? given;
    const inputTokens = last?.usage.inputTokens ?? 0;
    const { charge } = chargeOf(asked.context, asked.admitted, tried.billed);
    const cost = shownCost(charge, last);
    const pieces = await writeReply({ id, model, vectors, inputTokens, cost }, encoding);
    return { served, billed: tried.billed, pieces };
  } catch (error) {
    const failed = triedBefore(error);
    if (failed !== null)
      tried = { attempts: failed.attempts, billed: await billLost(asked.request, failed.lost) };
    await bookFailure(
      asked.context,
      asked.admitted,
      { ...shared(asked), ...tried, said: saidIn(asked) },
      error,
    );
    throw error;
  }
}

/** An embedding model is one vector family. Other dimensions are possible only where the model takes the parameter. */
function dimensionsOf(model: Model, { dimensions }: EmbeddingsRequest): number | undefined {
  if (dimensions === undefined || dimensions === model.dimensions) return model.dimensions;
  if (!model.dimensionsAdjustable)
    throw atFault("dimensions", `must be ${model.dimensions} for ${model.id}, or be left out`);
  if (model.dimensions !== undefined && dimensions > model.dimensions)
    throw atFault("dimensions", `must be at most ${model.dimensions} for ${model.id}`);
  return dimensions;
}

function plan(
  context: Context,
  request: EmbeddingsRequest,
  workspace: WorkspaceFacts,
  tokens: number,
): EmbeddingsPlan {
  const refusal = refusalOf(request)(context.caller.rights);
  if (refusal !== null) throw refusal;
  const { candidates, charged } = candidatesFor(context, workspace, {
    modelId: request.model,
    kind: "embedding",
    preferences: request.preferences,
    needs: { images: request.images > 0 },
    links: request.links,
    parameters: request.parameters,
  });
  const bound = { inputTokens: tokens, maxOutputTokens: 0, images: request.images };
  const worst = request.inputs.length === 0 ? 0 : worstCaseNanousd(charged, bound);
  return {
    candidates,
    minimumNanousd: worst,
    desiredNanousd: worst,
    cheaper: () => (request.inputs.length > 1 ? "Send fewer inputs at once" : "Shorten the input"),
    leastHeld: () => ({
      nanousd: worstCaseNanousd(charged, { inputTokens: 1, maxOutputTokens: 0 }),
      who: "This model holds",
    }),
    tokens,
    usesCredits: charged.length > 0,
  };
}

function ask(asked: Asked): Promise<EmbedServed> {
  const { context, request, dimensions, admitted } = asked;
  return context.gateway.attempt.embed({
    candidates: admitted.plan.candidates,
    asker: askerOf(context.caller),
    course: context.course,
    call: (candidate) => toCall(asked, candidate),
    expected: { count: request.inputs.length, dimensions },
    signal: context.signal,
  });
}

function toCall(
  { context, request, dimensions, admitted }: Asked,
  { model, endpoint, byok }: Candidate,
): EmbedCall {
  const { credentials } = admitted.workspace;
  const credential = byok ? credentials.get(endpoint.provider)?.() : undefined;
  const traceparent = context.traceparent(admitted.workspace.settings);
  return {
    model: endpoint.upstreamModel,
    requestId: context.requestId,
    inputs: request.inputs,
    encoding: request.encoding,
    truncate: model.tooLong === "truncate",
    ...(credential === undefined
      ? namesForUpstream(request, admitted.workspace.settings.id)
      : { credential, ...(request.user !== undefined && { user: request.user }) }),
    ...(traceparent !== undefined && { traceparent }),
    ...(request.dimensions !== undefined && { dimensions: request.dimensions }),
    ...(dimensions !== undefined && { expectedDimensions: dimensions }),
    ...(request.inputType !== undefined && { inputType: request.inputType }),
  };
}

function outcomeOf(asked: Asked, { served, billed, pieces }: Written): Outcome {
  const { signal } = asked.context;
  const stopped = stopReason(signal);
  const isGone = signal.aborted && stopped === null;
  return {
    ...shared(asked),
    attempts: served?.attempts ?? [],
    billed,
    finishReason: null,
    firstTokenMs: null,
    status: isGone ? callerGoneStatus : (stopped?.status ?? 200),
    errorKind: isGone ? "callerGone" : (stopped?.kind ?? null),
    content: () => loggedContent(saidIn(asked), Buffer.concat(pieces).toString("utf8")),
  };
}

function saidIn({ request: { body } }: Pick<Asked, "request">): Said {
  return { body, user: body.user };
}

function shared({ request }: Asked): Pick<Outcome, "operation" | "model" | "isStreamed"> {
  return { operation: "embeddings", model: request.model, isStreamed: false };
}
