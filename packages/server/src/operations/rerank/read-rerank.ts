import type { Input } from "@portico/contract";
import { GatewayError } from "../../errors.ts";
import { readPreferences } from "../../routing/preferences.ts";
import type { PaidRequest } from "../paid-call/paid-work.ts";

export type RerankBody = Input<"createRerank">["body"];

/** The caller's request in the gateway's own form. */
export interface RerankRequest extends PaidRequest {
  readonly query: string;
  readonly documents: readonly string[];
  /** At most as many as there are documents. */
  readonly topN: number;
  readonly returnsDocuments: boolean;
  readonly tokensPerDocument: number | undefined;
}

/** A chunk of Cohere's first API. Its second one cuts documents at a number of tokens instead. */
const tokensPerChunk = 512;

export function readRerank(body: RerankBody, mostDocuments: number): RerankRequest {
  const { model, query } = body;
  const documents = body.documents.map((one) => (typeof one === "string" ? one : one.text));
  if (documents.length > mostDocuments)
    throw new GatewayError("badRequest", {
      message: `documents must have at most ${mostDocuments} items.`,
      metadata: { field: "documents" },
    });
  const tokens = body.max_tokens_per_doc ?? undefined;
  const chunks = body.max_chunks_per_doc ?? undefined;
  return {
    body,
    model,
    query,
    documents,
    topN: Math.min(body.top_n ?? documents.length, documents.length),
    returnsDocuments: body.return_documents ?? true,
    tokensPerDocument: tokens ?? (chunks === undefined ? undefined : chunks * tokensPerChunk),
    preferences: readPreferences(body.provider),
    user: body.user ?? undefined,
    parameters: [
      ...(tokens === undefined ? [] : ["max_tokens_per_doc"]),
      ...(chunks === undefined ? [] : ["max_chunks_per_doc"]),
    ],
  };
}
