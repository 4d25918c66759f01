import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * Where the money stands: `portico.ledger`, for management keys.
 *
 * @example
 * const wrong = async (ledger: Ledger) => (await ledger.get()).data.checks.filter(({ agrees }) => agrees === false);
 * console.log(await wrong(portico.ledger));
 */
export interface Ledger {
  /** The sums of requests by state, and whether they agree with what keys and activity have. */
  get(query?: Query<"/ledger">, call?: CallOptions): PendingCall<Schema<"LedgerReply">>;
  /** What is held for requests under way, oldest first. */
  holds(query?: Query<"/holds">, call?: CallOptions): PendingList<Schema<"HoldList">>;
  /** The grants of credit, newest first. */
  grants(
    query?: Query<"/credits/grants">,
    call?: CallOptions,
  ): PendingList<Schema<"CreditGrantList">>;
}

/**
 * What the gateway's processes do: `portico.status`, for management keys.
 *
 * @example
 * const lag = async (status: GatewayStatus) => (await status.get()).data.event_loop_lag;
 * console.log(await lag(portico.status));
 */
export interface GatewayStatus {
  /** What the processes of the answering node do, and what keeps them busy. */
  get(call?: CallOptions): PendingCall<Schema<"StatusReply">>;
}

/**
 * `portico.ledger` alone.
 *
 * @example
 * const { data } = await createLedger(connect()).get();
 */
export function createLedger({ raw: { GET }, init }: Connection): Ledger {
  return {
    get: (query = {}, call) => pending(GET("/ledger", { params: { query }, ...init(call) })),
    holds: (query = {}, call) =>
      listOf(query, (query) => GET("/holds", { params: { query }, ...init(call) })),
    grants: (query = {}, call) =>
      listOf(query, (query) => GET("/credits/grants", { params: { query }, ...init(call) })),
  };
}

/**
 * `portico.status` alone.
 *
 * @example
 * const { data } = await createStatus(connect()).get();
 */
export function createStatus({ raw: { GET }, init }: Connection): GatewayStatus {
  return { get: (call) => pending(GET("/status", { ...init(call) })) };
}
