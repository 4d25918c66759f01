import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.optional(z.coerce.number()), undefined);
const yesOrNo = z.catch(z.optional(z.enum(["true", "false"])), undefined);

export const requestPeriods = ["hour", "day", "week", "month"] as const;
export const operations = ["responses", "chat", "messages", "embeddings", "rerank"] as const;

/** What the address of this screen holds: the filters, and the request whose details stand open. */
export const requestsSearch = z.object({
  /** Up to now. `from` and `to` count where there is none. */
  period: z.catch(z.optional(z.enum(requestPeriods)), undefined),
  from: text,
  to: text,
  workspace: text,
  key: text,
  model: text,
  provider: text,
  app: text,
  operation: z.catch(z.optional(z.enum(operations)), undefined),
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

export type RequestsSearch = z.infer<typeof requestsSearch>;
