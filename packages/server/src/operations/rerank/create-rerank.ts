import type { Schema } from "@portico/contract";
import { costFields } from "@portico/core/answer/cost";
import { stopReason } from "../../errors.ts";
import type { RerankCall } from "../../model-call/rerank-call.ts";
import { worstCaseNanousd } from "../../money/price.ts";
import { brokenOff } from "../../routing/attempt-failed.ts";
import type { Candidate } from "../../routing/candidate.ts";
import { findModel } from "../../routing/candidates.ts";
import type { Model } from "../../routing/catalog.ts";
import type { RerankServed } from "../../routing/rerank-once.ts";
import { callerGoneStatus } from "../../store/ports/generation.ts";
import type { Context, Operation } from "../operation.ts";
import { type Admitted, admit, type Plan, type Subject } from "../paid-call/admit.ts";
import { askerOf } from "../paid-call/asker-of.ts";
import { bookFailure, triedBefore } from "../paid-call/book-failure.ts";
import { callerGivenName } from "../paid-call/caller-given-name.ts";
import { candidatesFor } from "../paid-call/candidates-for.ts";
import { type Billed, type Charge, shownCost } from "../paid-call/charge.ts";
import {
  endUserRefusal,
  modelRefusal,
  type RightsCheck,
  refuseByRights,
} from "../paid-call/key-rights.ts";
import { noticeOf, replyHeaders } from "../paid-call/reply-headers.ts";
import { sessionNameOf } from "../paid-call/session.ts";
import { loggedContent, type Outcome, type Said, settle } from "../paid-call/settle.ts";
import type { WorkspaceFacts } from "../paid-call/workspace-facts.ts";
import { type Billable, billLost, billServed } from "./bill.ts";
import { measure, mostCounts } from "./measure.ts";
import { type RerankRequest, readRerank } from "./read-rerank.ts";
import { writeReply } from "./write-reply.ts";

interface RerankPlan extends Plan {
  readonly candidates: readonly Candidate[];
}

/** The facts of a request for its booking, from its admission on. */
interface Asked {
  readonly context: Context;
  readonly request: RerankRequest;
  readonly model: Model;
  readonly billable: Billable;
  readonly admitted: Admitted<RerankPlan>;
}

/** Reads, holds the worst case, asks the candidates in turn, settles, and only then answers. */
export const createRerank: Operation<"createRerank"> = async ({ body }, context) => {
  const { catalog, configuration, providerNames } = context.gateway;
  const request = readRerank(body, configuration.limits.rerankDocuments);
  const model = findModel({ catalog, modelId: request.model, kind: "rerank" });
  await refuseByRights(context, refusalOf(request));
  const { tokensPerDocument } = request;
  const billable: Billable = { measured: await measure(request), tokensPerDocument };
  const admitted = await admit(context, subjectOf(context, request, model), (workspace) =>
    plan(context, request, billable, workspace),
  );
  const asked = { context, request, model, billable, admitted };
  const served = await askOrBook(asked);
  const last = billServed(billable, served);
  const repeats = repeatsDocuments(context, admitted, request, served);
  const results = resultsOf(request, served, repeats);
  const charge = await settle(context, admitted, outcomeOf(asked, served, last, results));
  if (context.signal.aborted) throw brokenOff(context.signal, served);
  const id = admitted.generationId;
  const reply = {
    id,
    model: model.id,
    provider: served.candidate.endpoint.provider,
    results,
    usage: usageOf(last, charge),
  };
  return await writeReply(reply, {
    ...replyHeaders(served, charge.chargedNanousd, admitted.hold.rate),
    ...noticeOf(
      { ...request, aboutModels: repeats === request.returnsDocuments ? [] : [documentsLeftOut] },
      providerNames,
    ),
  });
};

/** What a compressed request gets back in documents where nothing is paid for it. */
const mostFreeCharacters = 100_000;
const documentsLeftOut =
  "The documents were left out of the reply: the request was sent compressed, and the model is free.";

/** A compressed body is small to send and large to get back: someone has to pay for it. The sandbox's price only rehearses limits. */
function repeatsDocuments(
  context: Context,
  { hold }: Admitted<RerankPlan>,
  { documents, returnsDocuments }: RerankRequest,
  { candidate }: RerankServed,
): boolean {
  const isFree = (hold.heldNanousd === 0 || candidate.model.isRehearsal) && !candidate.byok;
  if (!returnsDocuments || !isFree || context.header("content-encoding") === undefined)
    return returnsDocuments;
  return documents.reduce((sum, { length }) => sum + length, 0) <= mostFreeCharacters;
}

function refusalOf({ model, user }: RerankRequest): RightsCheck {
  return (rights) =>
    modelRefusal(rights, [{ id: model, field: "model" }]) ?? endUserRefusal(rights, user, ["user"]);
}

function subjectOf(context: Context, { user }: RerankRequest, { id }: Model): Subject {
  return {
    operation: "rerank",
    model: id,
    endUser: callerGivenName(user),
    sessionId: callerGivenName(sessionNameOf({ call: {} }, (name) => context.header(name))),
  };
}

function plan(
  context: Context,
  request: RerankRequest,
  { measured, tokensPerDocument }: Billable,
  workspace: WorkspaceFacts,
): RerankPlan {
  const refusal = refusalOf(request)(context.caller.rights);
  if (refusal !== null) throw refusal;
  const { model, preferences, documents, parameters } = request;
  const { candidates, charged } = candidatesFor(context, workspace, {
    modelId: model,
    kind: "rerank",
    preferences,
    needs: {},
    links: [],
    parameters,
  });
  const { inputTokens, searchUnits } = mostCounts(measured, tokensPerDocument);
  const worst = worstCaseNanousd(charged, { inputTokens, maxOutputTokens: 0, searchUnits });
  return {
    candidates,
    minimumNanousd: worst,
    desiredNanousd: worst,
    cheaper: () => (documents.length > 1 ? "Send fewer documents at once" : "Shorten the document"),
    leastHeld: () => ({
      nanousd: worstCaseNanousd(charged, { inputTokens: 1, maxOutputTokens: 0, searchUnits: 1 }),
      who: "This model holds",
    }),
    tokens: inputTokens,
    usesCredits: charged.length > 0,
  };
}

/** Asks the candidates, and books the request if none serves. */
async function askOrBook(asked: Asked): Promise<RerankServed> {
  const { context, admitted, billable } = asked;
  try {
    return await context.gateway.attempt.rerank({
      candidates: admitted.plan.candidates,
      asker: askerOf(context.caller),
      course: context.course,
      call: (candidate) => toCall(asked, candidate),
      signal: context.signal,
    });
  } catch (error) {
    const { attempts = [], lost = [] } = triedBefore(error) ?? {};
    const billed = billLost(billable, lost);
    const failed = { ...shared(asked), attempts, billed, said: saidIn(asked) };
    await bookFailure(context, admitted, failed, error);
    throw error;
  }
}

function toCall(
  { context, request, model, admitted }: Asked,
  { endpoint, byok }: Candidate,
): RerankCall {
  const { credentials, settings } = admitted.workspace;
  const credential = byok ? credentials.get(endpoint.provider)?.() : undefined;
  const traceparent = context.traceparent(settings);
  const { query, documents, topN, tokensPerDocument } = request;
  return {
    query,
    documents,
    topN,
    model: endpoint.upstreamModel,
    requestId: context.requestId,
    truncate: model.tooLong === "truncate",
    ...(credential !== undefined && { credential }),
    ...(traceparent !== undefined && { traceparent }),
    ...(tokensPerDocument !== undefined && { tokensPerDocument }),
  };
}

function resultsOf(
  { documents }: RerankRequest,
  { result }: RerankServed,
  repeatsDocuments: boolean,
): Schema<"RerankResult">[] {
  return result.results.map(({ index, score }) => ({
    index,
    relevance_score: score,
    ...(repeatsDocuments && { document: { text: documents[index] ?? "" } }),
  }));
}

/** Counts that nothing is billed by are left out where the upstream did not send them. */
function usageOf(last: Billed, charge: Charge): Schema<"RerankUsage"> {
  const { inputTokens, searchUnits } = last.usage;
  return {
    ...(inputTokens > 0 && { total_tokens: inputTokens }),
    ...(searchUnits !== undefined && { search_units: searchUnits }),
    ...costFields(shownCost(charge, last)),
  };
}

function outcomeOf(
  asked: Asked,
  { attempts, lost }: RerankServed,
  last: Billed,
  results: readonly Schema<"RerankResult">[],
): Outcome {
  const { signal } = asked.context;
  const stopped = stopReason(signal);
  const isGone = signal.aborted && stopped === null;
  return {
    ...shared(asked),
    attempts,
    billed: [...billLost(asked.billable, lost), last],
    finishReason: null,
    firstTokenMs: null,
    status: isGone ? callerGoneStatus : (stopped?.status ?? 200),
    errorKind: isGone ? "callerGone" : (stopped?.kind ?? null),
    content: () => loggedContent(saidIn(asked), JSON.stringify({ results })),
  };
}

function saidIn({ request: { body } }: Pick<Asked, "request">): Said {
  return { body, user: body.user };
}

function shared({ request }: Asked): Pick<Outcome, "operation" | "model" | "isStreamed"> {
  return { operation: "rerank", model: request.model, isStreamed: false };
}
