import { type CallOptions, type RawClient, unwrap } from "./call.ts";
import type { paths, Schema } from "./contract.ts";

type Query<
  Path extends { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths],
> = paths[Path] extends { get: { parameters: { query?: infer Given } } }
  ? NonNullable<Given>
  : never;

/** The operations of a management key. All but `workspaces.get` and `byok.delete` are in preview. */
export type Management = ReturnType<typeof createAdministration> & ReturnType<typeof createRecords>;

export function createAdministration({ GET, POST, PATCH, DELETE }: RawClient) {
  return {
    workspaces: {
      /** By UUID or slug. */
      get: (id: string, call?: CallOptions) =>
        unwrap(GET("/workspaces/{id}", { params: { path: { id } }, ...call })),
      list: (query: Query<"/workspaces"> = {}, call?: CallOptions) =>
        unwrap(GET("/workspaces", { params: { query }, ...call })),
      create: (body: Schema<"CreateWorkspaceRequest">, call?: CallOptions) =>
        unwrap(POST("/workspaces", { body, ...call })),
      update: (id: string, body: Schema<"UpdateWorkspaceRequest">, call?: CallOptions) =>
        unwrap(PATCH("/workspaces/{id}", { params: { path: { id } }, body, ...call })),
      delete: (id: string, call?: CallOptions) =>
        unwrap(DELETE("/workspaces/{id}", { params: { path: { id } }, ...call })),
      /** Erases the workspace's I/O log: all of it, or the entries of one end user. */
      eraseLog: (id: string, query: { readonly user?: string } = {}, call?: CallOptions) =>
        unwrap(DELETE("/workspaces/{id}/io-log", { params: { path: { id }, query }, ...call })),
    },
    budgets: {
      list: (query: Query<"/budgets"> = {}, call?: CallOptions) =>
        unwrap(GET("/budgets", { params: { query }, ...call })),
      create: (body: Schema<"CreateBudgetRequest">, call?: CallOptions) =>
        unwrap(POST("/budgets", { body, ...call })),
      /** For a budget of all end users, with a page of those who have spent most. */
      get: (id: string, query: Query<"/budgets/{id}"> = {}, call?: CallOptions) =>
        unwrap(GET("/budgets/{id}", { params: { path: { id }, query }, ...call })),
      update: (id: string, body: Schema<"UpdateBudgetRequest">, call?: CallOptions) =>
        unwrap(PATCH("/budgets/{id}", { params: { path: { id } }, body, ...call })),
      delete: (id: string, call?: CallOptions) =>
        unwrap(DELETE("/budgets/{id}", { params: { path: { id } }, ...call })),
    },
    byok: {
      list: (query: Query<"/byok"> = {}, call?: CallOptions) =>
        unwrap(GET("/byok", { params: { query }, ...call })),
      create: (body: Schema<"CreateByokCredentialRequest">, call?: CallOptions) =>
        unwrap(POST("/byok", { body, ...call })),
      update: (id: string, body: Schema<"UpdateByokCredentialRequest">, call?: CallOptions) =>
        unwrap(PATCH("/byok/{id}", { params: { path: { id } }, body, ...call })),
      delete: (id: string, call?: CallOptions) =>
        unwrap(DELETE("/byok/{id}", { params: { path: { id } }, ...call })),
    },
    keys: {
      /** By hash or by number. */
      get: (hash: string, call?: CallOptions) =>
        unwrap(GET("/keys/{hash}", { params: { path: { hash } }, ...call })),
      /** The key of this client: what it may do, has spent and has left, and what will stop it next. */
      current: (query: Query<"/key"> = {}, call?: CallOptions) =>
        unwrap(GET("/key", { params: { query }, ...call })),
      list: (query: Query<"/keys"> = {}, call?: CallOptions) =>
        unwrap(GET("/keys", { params: { query }, ...call })),
      /** Only this answer holds the key itself. */
      create: (body: Schema<"CreateApiKeyRequest">, call?: CallOptions) =>
        unwrap(POST("/keys", { body, ...call })),
      update: (hash: string, body: Schema<"UpdateApiKeyRequest">, call?: CallOptions) =>
        unwrap(PATCH("/keys/{hash}", { params: { path: { hash } }, body, ...call })),
      delete: (hash: string, call?: CallOptions) =>
        unwrap(DELETE("/keys/{hash}", { params: { path: { hash } }, ...call })),
      /** Gives the key a new secret: only this answer holds it. The present one works for the overlap. */
      rotate: (hash: string, body: Schema<"RotateApiKeyRequest"> = {}, call?: CallOptions) =>
        unwrap(POST("/keys/{hash}/rotate", { params: { path: { hash } }, body, ...call })),
      /** Reports keys that were found exposed; their owners are notified. */
      reportExposed: (body: Schema<"ReportExposedKeysRequest">, call?: CallOptions) =>
        unwrap(POST("/keys/exposed", { body, ...call })),
    },
  };
}

/** The gateway's records, and its list of models. */
export function createRecords({ GET, POST }: RawClient) {
  return {
    credits: {
      get: (call?: CallOptions) => unwrap(GET("/credits", { ...call })),
      grant: (body: Schema<"GrantCreditsRequest">, call?: CallOptions) =>
        unwrap(POST("/credits", { body, ...call })),
    },
    activity: {
      list: (query: Query<"/activity"> = {}, call?: CallOptions) =>
        unwrap(GET("/activity", { params: { query }, ...call })),
    },
    alerts: {
      /** What people were notified of, newest first, and whether it has arrived. */
      list: (query: Query<"/alerts"> = {}, call?: CallOptions) =>
        unwrap(GET("/alerts", { params: { query }, ...call })),
    },
    audit: {
      /** Who changed what, newest first. */
      list: (query: Query<"/audit"> = {}, call?: CallOptions) =>
        unwrap(GET("/audit", { params: { query }, ...call })),
    },
    generations: {
      /** The requests of the organisation, or of the key itself, newest first. */
      list: (query: Query<"/generations"> = {}, call?: CallOptions) =>
        unwrap(GET("/generations", { params: { query }, ...call })),
      /** The facts of one request: its id is the `X-Request-Id` of the reply. */
      get: (id: string, call?: CallOptions) =>
        unwrap(GET("/generation", { params: { query: { id } }, ...call })),
      refund: (id: string, call?: CallOptions) =>
        unwrap(POST("/generation/refund", { body: { id }, ...call })),
    },
    models: {
      list: (query: Query<"/models"> = {}, call?: CallOptions) =>
        unwrap(GET("/models", { params: { query }, ...call })),
      /** By id, such as `sandbox/text`. */
      get: (id: string, call?: CallOptions) =>
        unwrap(GET("/model/{author}/{slug}", { params: { path: modelPath(id) }, ...call })),
      /** The providers that serve a model, with what was measured of each. */
      endpoints: (id: string, call?: CallOptions) =>
        unwrap(
          GET("/models/{author}/{slug}/endpoints", { params: { path: modelPath(id) }, ...call }),
        ),
    },
    providers: {
      list: (call?: CallOptions) => unwrap(GET("/providers", { ...call })),
    },
  };
}

function modelPath(id: string) {
  const [author = "", ...slug] = id.split("/");
  return { author, slug: slug.join("/") };
}
