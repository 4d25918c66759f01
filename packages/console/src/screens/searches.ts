import type { Schema } from "@portico/client";
import { alertKinds, alertStates } from "@portico/core/rules/alerts";
import { groupings } from "../parts/dimensions.ts";
import { periods } from "../parts/periods.ts";
import {
  day,
  flag,
  moment,
  number,
  numericId,
  oneOf,
  searchOf,
  text,
  textLike,
} from "../parts/search.ts";
import { abilities, orders } from "./models/select-models.ts";

// What the addresses of the screens hold. The overview's stands in overview/span.ts: a script before the console reads it.

export const actorTypes = ["key", "user", "local", "system"] as const;

/** Days are days of the reader's zone. */
export const auditSearch = searchOf({
  from: day,
  to: day,
  actor: oneOf(actorTypes),
  /** The numeric id of the key that made the change. */
  actor_key: numericId,
  action: text,
  target: text,
  target_id: text,
  workspace: text,
  /** The event in the drawer, and when it was made, by which it is found again. */
  event: numericId,
  at: moment,
});
export type AuditSearch = ReturnType<typeof auditSearch>;

/** A budget and an alert are named by their ids. */
export const budgetsSearch = searchOf({
  tab: oneOf(["budgets", "alerts"]),
  budget: text,
  alert: text,
  /** The dialog that is open at the budget. */
  change: oneOf(["edit", "raise", "delete"]),
  workspace: text,
  kind: oneOf(alertKinds),
  state: oneOf(alertStates),
  subject: text,
});

/** `providers/openai`: the entry whose form is open. */
export const configurationSearch = searchOf({ entry: text });

export const keyKinds = ["ordinary", "management"] as const;
export const keyOrders = ["newest", "most_spent", "least_left"] as const;

/** A key is named by its hash. */
export const keysSearch = searchOf({
  key: text,
  /** The dialog that is open at the key. */
  change: oneOf(["edit", "rotate", "revoke"]),
  /** Opens the form: the palette leads there. */
  create: flag,
  search: text,
  workspace: text,
  kind: oneOf(keyKinds),
  show: oneOf(["exposed", "enabled"]),
  sort: oneOf(keyOrders),
});

/** Days are days in UTC: by those the gateway books. */
export const ledgerSearch = searchOf({
  from: day,
  /** Opens the form: the palette leads there. */
  grant: flag,
  to: day,
  tab: oneOf(["holds", "grants"]),
});
export type LedgerSearch = ReturnType<typeof ledgerSearch>;

export const modelKinds = ["text", "embedding", "rerank"] as const;

/** `compare` are up to four ids with commas between them. */
export const modelsSearch = searchOf({
  search: text,
  kind: oneOf(modelKinds),
  ability: oneOf(abilities),
  sort: oneOf(orders),
  model: text,
  compare: text,
});
export type ModelsSearch = ReturnType<typeof modelsSearch>;

export const wires = ["responses", "chat", "messages"] as const;
export type WireName = (typeof wires)[number];

/** The request itself is not in it: it may be long, and it may be private. */
export const playgroundSearch = searchOf({
  wire: oneOf(wires),
  model: text,
  /** The id of a request that is asked again, with its content where that was kept. */
  again: text,
});

/** What is searched, and the provider in the drawer. */
export const providersSearch = searchOf({ search: text, provider: text });

const yesOrNo = oneOf(["true", "false"]);

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

/** The filters, and the request whose details stand open. */
export const requestsSearch = searchOf({
  /** What is shown: booked requests, unless said. */
  tab: oneOf(["booked", "refused", "sessions"]),
  /** Up to now. `from` and `to` count where there is none. */
  period: oneOf(periods),
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
  /** Its name and value, as in `project=checkout`. */
  tag: text,
  min: number,
  max: number,
  /** The id of one request, or of its reply. */
  find: text,
  id: text,
});

export type RequestsSearch = ReturnType<typeof requestsSearch>;

export const sessionsSearch = searchOf({});

const name = textLike((given) => given.length > 0 && given.length <= 256);

/** Days are those of UTC, as in the gateway's books. */
export const spendSearch = searchOf({
  from: day,
  to: day,
  by: oneOf(["hour", "day"]),
  rows: oneOf(["day", ...groupings]),
  stack: oneOf(groupings),
  workspace: name,
  key: textLike((given) => /^([0-9a-f]{64}|[0-9]{1,15})$/.test(given)),
  model: name,
  provider: name,
  app: name,
  /** The name of the tag that rows may be of, and one value of it. */
  tag_name: textLike((given) => /^[a-z][a-z0-9_-]{0,31}$/.test(given)),
  tag: name,
});

export type SpendSearch = ReturnType<typeof spendSearch>;

const workspaceTabs = ["settings", "byok", "log"] as const;
export type WorkspaceTab = (typeof workspaceTabs)[number];

/** The workspace in the drawer, by id or slug, and which part of it. */
export const workspacesSearch = searchOf({ workspace: text, tab: oneOf(workspaceTabs) });

export const toolNames = ["curl", "openai", "claude-code", "codex", "cline"] as const;
export type ToolName = (typeof toolNames)[number];

export const myKeySearch = searchOf({ tool: oneOf(toolNames), model: text });
