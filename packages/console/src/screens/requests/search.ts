import { number, oneOf, searchOf, text } from "../../parts/search.ts";

const yesOrNo = oneOf(["true", "false"]);

export const requestPeriods = ["hour", "day", "week", "month"] as const;
export const operations = ["responses", "chat", "messages", "embeddings", "rerank"] as const;

/** What the address of this screen holds: the filters, and the request whose details stand open. */
export const requestsSearch = searchOf({
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
  error: text,
  user: text,
  session: text,
  min: number,
  max: number,
  /** The id of one request, or of its reply. */
  find: text,
  id: text,
});

export type RequestsSearch = ReturnType<typeof requestsSearch>;
