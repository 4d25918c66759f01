import { countOf, type Fields, fieldsOf, listOf } from "../../json/json-shape.ts";
import type {
  RankedDocument,
  RerankCall,
  Reranked,
  RerankUsage,
} from "../../model-call/rerank-call.ts";
import { readJsonReply, type WholeLimits } from "../../upstream/read-reply.ts";
import { readRefusal, refusalInside } from "../../upstream/read-upstream-error.ts";
import type { UpstreamReply } from "../../upstream/request.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import { holdsError } from "../wire/answer-parts.ts";
import { type JsonEndpoint, postJson } from "../wire/json-request.ts";

/** Some servers send the documents back unasked: as many bytes as a request may have, with their escapes. */
const limits: WholeLimits = { maxBytes: 64 * 1024 * 1024, maxValues: 100_000 };

/** Posts a call and reads its ranking. */
export async function rerankByJson(
  endpoint: JsonEndpoint,
  path: string,
  body: object,
  call: RerankCall,
  signal: AbortSignal,
): Promise<Reranked> {
  return await readRanking(await postJson(endpoint, path, body, call, { signal, whole: true }));
}

/**
 * The ranking in a reply. All dialects send a list of indexes with scores: as the whole body (TEI), as `data` (Voyage,
 * Fireworks), or as `results` (the others). The score is `relevance_score`, or `score` (TEI).
 */
async function readRanking(reply: UpstreamReply): Promise<Reranked> {
  if (reply.status < 200 || reply.status >= 300) throw await readRefusal(reply);
  const body = await readJsonReply(reply, limits);
  const usage = usageOf(fieldsOf(body));
  const list = listIn(body);
  if (list === undefined) {
    // Nothing says that it ranked, unless it counted something.
    const counted = Object.keys(usage).length > 0 ? usage : undefined;
    if (!holdsError(body)) throw unusable("The provider's reply holds no ranking.", counted);
    const refusal = refusalInside(body, (text) => reply.scrub(text));
    refusal.reranked = counted;
    throw refusal;
  }
  const results = list.map((item) => {
    const ranked = toRanked(fieldsOf(item));
    if (ranked === undefined) throw unusable("The provider's ranking cannot be read.", usage);
    return ranked;
  });
  return { results, usage };
}

function listIn(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  const { results, data } = fieldsOf(body);
  const list = results ?? data;
  return Array.isArray(list) ? listOf(list) : undefined;
}

function toRanked(item: Fields): RankedDocument | undefined {
  const index = item["index"];
  const score = item["relevance_score"] ?? item["score"];
  return typeof index === "number" && typeof score === "number" ? { index, score } : undefined;
}

/** Cohere counts in `meta`, the others in `usage`; TEI does not count. */
function usageOf(body: Fields): RerankUsage {
  const usage = fieldsOf(body["usage"]);
  const meta = fieldsOf(body["meta"]);
  const billed = fieldsOf(meta["billed_units"]);
  const inputTokens =
    countOf(usage["total_tokens"]) ??
    countOf(usage["prompt_tokens"]) ??
    countOf(billed["input_tokens"]);
  const searchUnits = countOf(billed["search_units"]) ?? countOf(usage["search_units"]);
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(searchUnits !== undefined && { searchUnits }),
  };
}

/** With a usage, the upstream did the work and bills it. */
function unusable(message: string, reranked: RerankUsage | undefined): UpstreamError {
  return new UpstreamError("malformed", message, { status: 200, reranked });
}
