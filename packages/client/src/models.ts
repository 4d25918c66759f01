import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * The models that this key can use: `portico.models`.
 *
 * @example
 * const ids = async (models: Models) => (await models.list().toArray()).map(({ id }) => id);
 * console.log(await ids(portico.models));
 */
export interface Models {
  /** Of every kind, with their limits and prices. */
  list(query?: Query<"/models">, call?: CallOptions): PendingList<Schema<"ModelList">>;
  /** By id, such as `sandbox/text`. */
  get(id: string, call?: CallOptions): PendingCall<Schema<"ModelReply">>;
  /** The providers that serve a model, with what was measured of each. */
  endpoints(id: string, call?: CallOptions): PendingCall<Schema<"ModelEndpointsReply">>;
}

/**
 * The providers that this key can use: `portico.providers`.
 *
 * @example
 * const names = async (providers: Providers) => (await providers.list()).data.map(({ name }) => name);
 * console.log(await names(portico.providers));
 */
export interface Providers {
  /** With the state of their circuits and what was measured of each. */
  list(call?: CallOptions): PendingList<Schema<"ProviderList">>;
  /** With its endpoints, its last day and its last failures. Needs a management key. */
  get(slug: string, call?: CallOptions): PendingCall<Schema<"ProviderDetailsReply">>;
  /** Whether it accepts the operator's credential now, or one of your own. Needs a management key. */
  check(
    slug: string,
    body?: Schema<"CheckProviderRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"ProviderCheckReply">>;
}

/**
 * `portico.models` alone.
 *
 * @example
 * const { data } = await createModels(connect()).list();
 */
export function createModels({ raw: { GET }, init }: Connection): Models {
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/models", { params: { query }, ...init(call) })),
    get: (id, call) =>
      pending(GET("/model/{author}/{slug}", { params: { path: pathOf(id) }, ...init(call) })),
    endpoints: (id, call) => {
      const params = { path: pathOf(id) };
      return pending(GET("/models/{author}/{slug}/endpoints", { params, ...init(call) }));
    },
  };
}

/**
 * `portico.providers` alone.
 *
 * @example
 * const { data } = await createProviders(connect()).list();
 */
export function createProviders({ raw: { GET, POST }, init }: Connection): Providers {
  const one = (slug: string) => ({ params: { path: { slug } } });
  return {
    list: (call) => listOf({}, () => GET("/providers", { ...init(call) })),
    get: (slug, call) => pending(GET("/providers/{slug}", { ...one(slug), ...init(call) })),
    check: (slug, body = {}, call) =>
      pending(POST("/providers/{slug}/check", { ...one(slug), body, ...init(call) })),
  };
}

function pathOf(id: string) {
  const [author = "", ...slug] = id.split("/");
  return { author, slug: slug.join("/") };
}
