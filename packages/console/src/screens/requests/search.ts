import type { Schema } from "@portico/client";
import { number, oneOf, searchOf, text } from "../../parts/search.ts";

const yesOrNo = oneOf(["true", "false"]);

export const requestPeriods = ["hour", "day", "week", "month"] as const;
export const operations = ["responses", "chat", "messages", "embeddings", "rerank"] as const;

/** The kinds of failure that records name. */
export const errorKinds = [
  "bad_request",
  "unauthenticated",
  "wrong_key_kind",
  "out_of_credits",
  "not_allowed",
  "network_not_allowed",
  "not_found",
  "model_not_found",
  "no_provider",
  "method_not_allowed",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "headers_too_large",
  "internal",
  "secret_unreadable",
  "provider_failed",
  "unavailable",
  "overloaded",
  "caller_gone",
  "abandoned",
  "rejected",
  "connection",
  "timeout",
  "credential",
  "unpaid",
  "unopened",
  "malformed",
  "cut",
] as const satisfies readonly Schema<"GenerationErrorKind">[];

/** What the address of this screen holds: the filters, and the request whose details stand open. */
export const requestsSearch = searchOf({
  /** What is shown: booked requests, unless said. */
  tab: oneOf(["booked", "refused"]),
  /** Up to now. `from` and `to` count where there is none. */
  period: oneOf(requestPeriods),
  from: text,
  to: text,
  workspace: text,
  key: text,
  model: text,
  provider: text,
  app: text,
  operation: oneOf(operations),
  streamed: yesOrNo,
  status: number,
  failed: yesOrNo,
  error: oneOf(errorKinds),
  user: text,
  session: text,
  min: number,
  max: number,
  /** The id of one request, or of its reply. */
  find: text,
  id: text,
});

export type RequestsSearch = ReturnType<typeof requestsSearch>;
