import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * The organisation's money: `portico.credits`, for management keys.
 *
 * @example
 * const left = async (credits: Credits) => {
 *   const { data } = await credits.get();
 *   return data.total_credits - data.total_usage;
 * };
 * console.log(await left(portico.credits));
 */
export interface Credits {
  /** What was granted, and what was spent of it. */
  get(call?: CallOptions): PendingCall<Schema<"CreditsReply">>;
  /** Adds credit, where the operator lets management keys do so. */
  grant(
    body: Schema<"GrantCreditsRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"CreditsReply">>;
}

/**
 * Usage in groups: `portico.activity`, for management keys.
 *
 * @example
 * const dearest = async (activity: Activity) => (await activity.list({ group_by: ["model"], limit: 1 })).data[0];
 * console.log(await dearest(portico.activity));
 */
export interface Activity {
  /** Newest day first, and dearest group first. */
  list(query?: Query<"/activity">, call?: CallOptions): PendingList<Schema<"ActivityList">>;
}

/**
 * What people were notified of: `portico.alerts`, for management keys.
 *
 * @example
 * const failed = async (alerts: Alerts) => (await alerts.list({ state: "failed" })).total_count;
 * console.log(await failed(portico.alerts));
 */
export interface Alerts {
  /** Newest first, and whether each has arrived. */
  list(query?: Query<"/alerts">, call?: CallOptions): PendingList<Schema<"AlertList">>;
}

/**
 * Who changed what: `portico.audit`, for management keys.
 *
 * @example
 * const actions = async (audit: Audit) => (await audit.list().toArray(20)).map(({ action }) => action);
 * console.log(await actions(portico.audit));
 */
export interface Audit {
  /** Newest first. */
  list(query?: Query<"/audit">, call?: CallOptions): PendingList<Schema<"AuditEventList">>;
}

/**
 * The facts of requests: `portico.generations`.
 *
 * @example
 * const costOf = async (generations: Generations, id: string) => (await generations.get(id)).data.total_cost;
 * const { generationId } = await portico.responses.create({ model: "sandbox/text", input: "Hello" }).withResponse();
 * console.log(generationId && (await costOf(portico.generations, generationId)));
 */
export interface Generations {
  /** The requests of the organisation, or of the key itself, newest first. */
  list(query?: Query<"/generations">, call?: CallOptions): PendingList<Schema<"GenerationList">>;
  /** What was refused, by hour, key, model and reason: these requests are in no other list. */
  refused(query?: Query<"/refusals">, call?: CallOptions): PendingList<Schema<"RefusalList">>;
  /** What agents used by session, and at which turns a prompt's cache was lost; that of the last request first. */
  sessions(
    query?: Query<"/agent-sessions">,
    call?: CallOptions,
  ): PendingList<Schema<"AgentSessionList">>;
  /** The facts of one request: its id is the `X-Generation-Id` or the `X-Request-Id` of the reply. */
  get(id: string, call?: CallOptions): PendingCall<Schema<"GenerationReply">>;
  /** Gives back what was booked for a request whose process died, or that the service failed. */
  refund(id: string, call?: CallOptions): PendingCall<Schema<"GenerationReply">>;
}

/**
 * `portico.credits` alone.
 *
 * @example
 * const { data } = await createCredits(connect()).get();
 */
export function createCredits({ raw: { GET, POST }, init }: Connection): Credits {
  return {
    get: (call) => pending(GET("/credits", { ...init(call) })),
    grant: (body, call) => pending(POST("/credits", { body, ...init(call) })),
  };
}

/**
 * `portico.activity` alone.
 *
 * @example
 * const { data } = await createActivity(connect()).list({ group_by: ["model"] });
 */
export function createActivity({ raw: { GET }, init }: Connection): Activity {
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/activity", { params: { query }, ...init(call) })),
  };
}

/**
 * `portico.alerts` alone.
 *
 * @example
 * const { data } = await createAlerts(connect()).list();
 */
export function createAlerts({ raw: { GET }, init }: Connection): Alerts {
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/alerts", { params: { query }, ...init(call) })),
  };
}

/**
 * `portico.audit` alone.
 *
 * @example
 * const { data } = await createAudit(connect()).list();
 */
export function createAudit({ raw: { GET }, init }: Connection): Audit {
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/audit", { params: { query }, ...init(call) })),
  };
}

/**
 * `portico.generations` alone.
 *
 * @example
 * const { data } = await createGenerations(connect()).list();
 */
export function createGenerations({ raw: { GET, POST }, init }: Connection): Generations {
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/generations", { params: { query }, ...init(call) })),
    sessions: (query = {}, call) =>
      listOf(query, (query) => GET("/agent-sessions", { params: { query }, ...init(call) })),
    refused: (query = {}, call) =>
      listOf(query, (query) => GET("/refusals", { params: { query }, ...init(call) })),
    get: (id, call) => pending(GET("/generation", { params: { query: { id } }, ...init(call) })),
    refund: (id, call) => pending(POST("/generation/refund", { body: { id }, ...init(call) })),
  };
}
