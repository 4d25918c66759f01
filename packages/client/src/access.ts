import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * API keys: `portico.keys`. All but `current` need a management key.
 *
 * @example
 * const spent = async (keys: Keys) => {
 *   let sum = 0;
 *   for await (const { usage } of keys.list()) sum += usage;
 *   return sum;
 * };
 * console.log(await spent(portico.keys));
 */
export interface Keys {
  /** By hash or by number. */
  get(hash: string, call?: CallOptions): PendingCall<Schema<"ApiKeyReply">>;
  /** The key of this client: what it may do, has spent and has left, and what will stop it next. */
  current(query?: Query<"/key">, call?: CallOptions): PendingCall<Schema<"CurrentKeyReply">>;
  /** Newest first. */
  list(query?: Query<"/keys">, call?: CallOptions): PendingList<Schema<"ApiKeyList">>;
  /** Only this answer holds the key itself. */
  create(
    body: Schema<"CreateApiKeyRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"CreateApiKeyReply">>;
  /** What you leave out stays as it is; a changed right counts from the next request on. */
  update(
    hash: string,
    body: Schema<"UpdateApiKeyRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ApiKeyReply">>;
  /** For good, from the next request on. `update` with `disabled` can be taken back. */
  delete(hash: string, call?: CallOptions): PendingCall<Schema<"DeletedReply">>;
  /** Gives the key a new secret: only this answer holds it. The present one works for the overlap. */
  rotate(
    hash: string,
    body?: Schema<"RotateApiKeyRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"CreateApiKeyReply">>;
  /** Reports keys that were found exposed; their owners are notified. */
  reportExposed(
    body: Schema<"ReportExposedKeysRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ExposedKeyLabels">>;
}

/**
 * Your own credentials at providers: `portico.byok`, for management keys.
 *
 * @example
 * const providers = async (byok: Byok) => (await byok.list().toArray()).map(({ provider }) => provider);
 * console.log(await providers(portico.byok));
 */
export interface Byok {
  /** Without their secrets. */
  list(query?: Query<"/byok">, call?: CallOptions): PendingList<Schema<"ByokCredentialList">>;
  /** From the next request on, the workspace's traffic to that provider goes by it. No answer holds the secret. */
  create(
    body: Schema<"CreateByokCredentialRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ByokCredentialReply">>;
  /** Renames it, switches it on or off, or replaces its secret. */
  update(
    id: string,
    body: Schema<"UpdateByokCredentialRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ByokCredentialReply">>;
  /** Its secret is wiped at once. */
  delete(id: string, call?: CallOptions): PendingCall<Schema<"DeleteByokCredentialReply">>;
}

/**
 * `portico.keys` alone.
 *
 * @example
 * const { data } = await createKeys(connect()).current();
 */
export function createKeys({ raw: { GET, POST, PATCH, DELETE }, init }: Connection): Keys {
  const one = (hash: string) => ({ params: { path: { hash } } });
  return {
    get: (hash, call) => pending(GET("/keys/{hash}", { ...one(hash), ...init(call) })),
    current: (query = {}, call) => pending(GET("/key", { params: { query }, ...init(call) })),
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/keys", { params: { query }, ...init(call) })),
    create: (body, call) => pending(POST("/keys", { body, ...init(call) })),
    update: (hash, body, call) =>
      pending(PATCH("/keys/{hash}", { ...one(hash), body, ...init(call) })),
    delete: (hash, call) => pending(DELETE("/keys/{hash}", { ...one(hash), ...init(call) })),
    rotate: (hash, body = {}, call) =>
      pending(POST("/keys/{hash}/rotate", { ...one(hash), body, ...init(call) })),
    reportExposed: (body, call) => pending(POST("/keys/exposed", { body, ...init(call) })),
  };
}

/**
 * `portico.byok` alone.
 *
 * @example
 * const { data } = await createByok(connect()).list();
 */
export function createByok({ raw: { GET, POST, PATCH, DELETE }, init }: Connection): Byok {
  const one = (id: string) => ({ params: { path: { id } } });
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/byok", { params: { query }, ...init(call) })),
    create: (body, call) => pending(POST("/byok", { body, ...init(call) })),
    update: (id, body, call) => pending(PATCH("/byok/{id}", { ...one(id), body, ...init(call) })),
    delete: (id, call) => pending(DELETE("/byok/{id}", { ...one(id), ...init(call) })),
  };
}
