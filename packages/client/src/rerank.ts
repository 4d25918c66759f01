import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { RerankReply, RerankRequest } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";

/**
 * Documents in the order of their relevance to a query, which is in preview: `portico.rerank`.
 *
 * @example
 * const best = async (rerank: Rerank, query: string, documents: string[]) =>
 *   (await rerank.create({ model: "sandbox/rerank", query, documents })).results[0];
 * console.log(await best(portico.rerank, "warm bread", ["a bridge", "a bakery"]));
 */
export interface Rerank {
  /** The documents by their relevance, the best first. */
  create(request: RerankRequest, call?: CallOptions): PendingCall<RerankReply>;
}

/**
 * `portico.rerank` alone.
 *
 * @example
 * const rerank = createRerank(connect());
 * const { results } = await rerank.create({ model: "sandbox/rerank", query: "bread", documents: ["a bakery"] });
 */
export function createRerank({ raw: { POST }, init }: Connection): Rerank {
  return { create: (body, call) => pending(POST("/rerank", { body, ...init(call) })) };
}
