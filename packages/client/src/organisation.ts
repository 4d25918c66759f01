import { type CallOptions, pending } from "./call.ts";
import type { Connection } from "./connection.ts";
import type { Query, Schema } from "./contract.ts";
import type { PendingCall } from "./pending-call.ts";
import { listOf, type PendingList } from "./pending-list.ts";

/**
 * Workspaces: `portico.workspaces`, for management keys. All but `get` are in preview.
 *
 * @example
 * const names = async (workspaces: Workspaces) => (await workspaces.list().toArray()).map(({ name }) => name);
 * console.log(await names(portico.workspaces));
 */
export interface Workspaces {
  /** By UUID or slug. */
  get(id: string, call?: CallOptions): PendingCall<Schema<"GetWorkspaceReply">>;
  /** Oldest first. */
  list(query?: Query<"/workspaces">, call?: CallOptions): PendingList<Schema<"WorkspaceList">>;
  /** Only a name is needed. */
  create(
    body: Schema<"CreateWorkspaceRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"WorkspaceReply">>;
  /** What you leave out stays as it is. */
  update(
    id: string,
    body: Schema<"UpdateWorkspaceRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"WorkspaceReply">>;
  /** Refused while it has keys or credentials. */
  delete(id: string, call?: CallOptions): PendingCall<Schema<"DeletedReply">>;
  /** Erases the workspace's I/O log: all of it, or the entries of one end user. */
  eraseLog(
    id: string,
    query?: { readonly user?: string },
    call?: CallOptions,
  ): PendingCall<Schema<"EraseIoLogReply">>;
}

/**
 * Budgets of workspaces and of end users: `portico.budgets`, for management keys.
 *
 * @example
 * const ofEndUsers = async (budgets: Budgets) => (await budgets.list().toArray()).filter(({ end_user }) => end_user);
 * console.log((await ofEndUsers(portico.budgets)).length);
 */
export interface Budgets {
  /** Oldest first, with what is spent, held and left of each. */
  list(query?: Query<"/budgets">, call?: CallOptions): PendingList<Schema<"BudgetList">>;
  /** What was spent in its period before counts, too. */
  create(
    body: Schema<"CreateBudgetRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"BudgetReply">>;
  /** For a budget of all end users, with a page of those who have spent most. */
  get(
    id: string,
    query?: Query<"/budgets/{id}">,
    call?: CallOptions,
  ): PendingCall<Schema<"GetBudgetReply">>;
  /** What you leave out stays as it is. */
  update(
    id: string,
    body: Schema<"UpdateBudgetRequest">,
    call?: CallOptions,
  ): PendingCall<Schema<"BudgetReply">>;
  /** It limits nothing from then on. What was spent stays in the records. */
  delete(id: string, call?: CallOptions): PendingCall<Schema<"DeletedReply">>;
}

/**
 * `portico.workspaces` alone.
 *
 * @example
 * const { data } = await createWorkspaces(connect()).list();
 */
export function createWorkspaces(connection: Connection): Workspaces {
  const { raw, init } = connection;
  const { GET, POST, PATCH, DELETE } = raw;
  const one = (id: string) => ({ params: { path: { id } } });
  return {
    get: (id, call) => pending(GET("/workspaces/{id}", { ...one(id), ...init(call) })),
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/workspaces", { params: { query }, ...init(call) })),
    create: (body, call) => pending(POST("/workspaces", { body, ...init(call) })),
    update: (id, body, call) =>
      pending(PATCH("/workspaces/{id}", { ...one(id), body, ...init(call) })),
    delete: (id, call) => pending(DELETE("/workspaces/{id}", { ...one(id), ...init(call) })),
    eraseLog: (id, query = {}, call) => {
      const params = { path: { id }, query };
      return pending(DELETE("/workspaces/{id}/io-log", { params, ...init(call) }));
    },
  };
}

/**
 * `portico.budgets` alone.
 *
 * @example
 * const { data } = await createBudgets(connect()).list();
 */
export function createBudgets({ raw: { GET, POST, PATCH, DELETE }, init }: Connection): Budgets {
  const one = (id: string) => ({ params: { path: { id } } });
  return {
    list: (query = {}, call) =>
      listOf(query, (query) => GET("/budgets", { params: { query }, ...init(call) })),
    create: (body, call) => pending(POST("/budgets", { body, ...init(call) })),
    get: (id, query = {}, call) =>
      pending(GET("/budgets/{id}", { params: { path: { id }, query }, ...init(call) })),
    update: (id, body, call) =>
      pending(PATCH("/budgets/{id}", { ...one(id), body, ...init(call) })),
    delete: (id, call) => pending(DELETE("/budgets/{id}", { ...one(id), ...init(call) })),
  };
}
