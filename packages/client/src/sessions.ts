import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * Sessions of the console: `portico.sessions`. A page on the gateway's own address begins one, and then goes by it with
 * `apiKey: null`; a management key lists and ends those of its organisation.
 *
 * @example
 * const addresses = async (sessions: Sessions) => (await sessions.list().toArray()).map(({ address }) => address);
 * console.log(await addresses(portico.sessions));
 */
export interface Sessions {
  /** The session of this client, or what one of its key would be; with the operations that it may call. */
  current(call?: CallOptions): PendingCall<Schema<"CurrentSessionReply">>;
  /** Signs in: exchanges a key for the browser's session cookie. */
  create(
    body: Schema<"CreateSessionRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"CurrentSessionReply">>;
  /** Signs out. */
  end(call?: CallOptions): PendingCall<Schema<"DeletedReply">>;
  /** The ways to sign in to this gateway. */
  ways(call?: CallOptions): PendingCall<Schema<"SignInWays">>;
  /** Newest first. */
  list(query?: Query<"/sessions">, call?: CallOptions): PendingList<Schema<"SessionList">>;
  /** Ends one session at once. */
  revoke(id: string, call?: CallOptions): PendingCall<Schema<"DeletedReply">>;
  /** Ends all of one's own, or with `all` those of the whole organisation. */
  revokeAll(
    query?: { readonly all?: boolean },
    call?: CallOptions,
  ): PendingCall<Schema<"RevokeSessionsReply">>;
}

/**
 * `portico.sessions` alone.
 *
 * @example
 * const { data } = await createSessions(connect()).current();
 */
export function createSessions({ raw: { GET, POST, DELETE }, init }: Connection): Sessions {
  return {
    current: (call) => pending(GET("/session", { ...init(call) })),
    create: (body, call) => pending(POST("/session", { body, ...init(call) })),
    end: (call) => pending(DELETE("/session", { ...init(call) })),
    ways: (call) => pending(GET("/session/ways", { ...init(call) })),
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/sessions", { params: { query }, ...init(call) })),
    revoke: (id, call) =>
      pending(DELETE("/sessions/{id}", { params: { path: { id } }, ...init(call) })),
    revokeAll: (query = {}, call) =>
      pending(DELETE("/sessions", { params: { query }, ...init(call) })),
  };
}
