import type { Output, Schema } from "@portico/contract";
import { costFields } from "@portico/core/answer/cost";
import { writeJson } from "../../json/write-json.ts";
import type { RerankCall } from "../../model-call/rerank-call.ts";
import type { RerankServed } from "../../routing/attempt.ts";
import type { Candidate } from "../../routing/catalog.ts";
import { answerOnce } from "../idempotency/answer-once.ts";
import { type JsonReply, ok, type PiecesReply } from "../operation.ts";
import { type PaidCall, type Paying, type Priced, paidCall } from "../paid-call/paid-call.ts";
import { type PaidWork, paidModel } from "../paid-call/paid-work.ts";
import { upstreamCall } from "../paid-call/upstream-call.ts";
import { type Billable, billLost, billServed } from "./bill.ts";
import { measure, mostCounts } from "./measure.ts";
import { type RerankRequest, readRerank } from "./read-rerank.ts";

interface RerankWork extends PaidWork {
  readonly request: RerankRequest;
  readonly billable: Billable;
}

export const createRerank = answerOnce("createRerank", async ({ body }, context) => {
  const { limits } = context.gateway.configuration;
  const request = readRerank(body, limits.rerankDocuments);
  const found = paidModel(context, request, "rerank");
  const model = found instanceof Promise ? await found : found;
  const { tokensPerDocument } = request;
  const billable = { measured: await measure(request), tokensPerDocument };
  const bound = { ...mostCounts(billable.measured, tokensPerDocument), maxOutputTokens: 0 };
  const cheaper =
    request.documents.length > 1 ? "Send fewer documents at once" : "Shorten the document";
  const work = { request, model, needs: {}, links: [], bound, cheaper, billable };
  return await paidCall(rerank, context, work);
});

const rerank: PaidCall<RerankWork, RerankServed, Output<"createRerank">> = {
  operation: "rerank",
  ask: (attempt, walk, paying) =>
    attempt.rerank({ ...walk, call: (candidate) => toCall(paying, candidate) }),
  billServed: ({ billable }, served) => billServed(billable, served),
  billLost: ({ billable }, lost) => billLost(billable, lost),
  async write(paying, served, priced) {
    const { request, model } = paying.work;
    const repeats = repeatsDocuments(paying, served);
    const results = resultsOf(request, served, repeats);
    const reply = await writeReply({
      id: paying.admitted.generationId,
      model: model.id,
      provider: served.candidate.endpoint.provider,
      results,
      usage: usageOf(priced),
    });
    const notices = repeats === request.returnsDocuments ? [] : [documentsLeftOut];
    return { reply, notices, content: () => JSON.stringify({ results }) };
  },
};

/** What a compressed request gets back in documents where nothing is paid for it. */
const mostFreeCharacters = 100_000;
const documentsLeftOut =
  "The documents were left out of the reply: the request was sent compressed, and the model is free.";

/** A compressed body is small to send and large to get back: someone has to pay for it. The sandbox's price only rehearses limits. */
function repeatsDocuments(
  { context, work: { request }, admitted: { hold } }: Paying<RerankWork>,
  { candidate }: RerankServed,
): boolean {
  const { documents, returnsDocuments } = request;
  const isFree = (hold.heldNanousd === 0 || candidate.model.isRehearsal) && !candidate.byok;
  if (!returnsDocuments || !isFree || context.header("content-encoding") === undefined)
    return returnsDocuments;
  return documents.reduce((sum, { length }) => sum + length, 0) <= mostFreeCharacters;
}

function toCall(
  { context, work: { request, model }, admitted }: Paying<RerankWork>,
  candidate: Candidate,
): RerankCall {
  const { query, documents, topN, tokensPerDocument } = request;
  return {
    ...upstreamCall(candidate, admitted.workspace, context, {}),
    query,
    documents,
    topN,
    truncate: model.tooLong === "truncate",
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
function usageOf({ usage: { inputTokens, searchUnits }, cost }: Priced): Schema<"RerankUsage"> {
  return {
    ...(inputTokens > 0 && { total_tokens: inputTokens }),
    ...(searchUnits !== undefined && { search_units: searchUnits }),
    ...costFields(cost),
  };
}

/** As many characters of documents are written in one go. */
const longestAtOnce = 64 * 1024;

/** A reply with long documents is written in turns: others would wait for it. */
async function writeReply(
  reply: Output<"createRerank">,
): Promise<JsonReply<Output<"createRerank">> | PiecesReply> {
  const characters = reply.results.reduce((sum, one) => sum + (one.document?.text.length ?? 0), 0);
  if (characters <= longestAtOnce) return ok(reply);
  const written = await writeJson(reply);
  const bytes = typeof written === "string" ? Buffer.from(written) : written;
  return { type: "pieces", pieces: [bytes] };
}
