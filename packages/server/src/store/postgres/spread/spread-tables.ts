/** A table whose rows are on the node of their workspace, with the workspace in its key. */
export interface SpreadTable {
  readonly name: string;
  readonly workspace: "workspace" | "workspace_id";
  readonly key: readonly string[];
  /** Fills the workspace in where a program of before has left it empty. */
  readonly fill?: string;
}

const byKey = (table: string) => `update ${table} t set workspace = k.workspace_id
  from keys k where k.id = t.key_id and t.workspace is null`;

/** What grows with each request, and what batches write. The last one says that all are spread. */
export const spreadTables: readonly SpreadTable[] = [
  { name: "budget_balances", workspace: "workspace_id", key: ["id"] },
  {
    name: "shares",
    workspace: "workspace",
    key: ["id"],
    fill: `update shares s set workspace = b.workspace_id from budget_balances b
      where b.id = s.balance_id and s.workspace is null`,
  },
  { name: "holds", workspace: "workspace", key: ["request_id"], fill: byKey("holds") },
  { name: "ledger", workspace: "workspace_id", key: ["request_id"] },
  {
    name: "ledger_attempts",
    workspace: "workspace",
    key: ["request_id", "attempt"],
    fill: `update ledger_attempts a set workspace = l.workspace_id from ledger l
      where l.request_id = a.request_id and a.workspace is null`,
  },
  {
    name: "activity_days",
    workspace: "workspace_id",
    key: ["organisation_id", "day", "group_id"],
  },
  { name: "io_log", workspace: "workspace_id", key: ["id"] },
  { name: "vector_cache", workspace: "workspace_id", key: ["name"] },
  { name: "kept_responses", workspace: "workspace_id", key: ["id"] },
  { name: "key_balances", workspace: "workspace", key: ["key_id"], fill: byKey("key_balances") },
];

/** Until when hours are closed: see money/count-hours.ts. */
export const closedTable = "activity_closed";

/** Read with each batch and seldom changed: each node has a copy. All else stays on the coordinator. */
export const copiedTables = [
  "organisations",
  "workspaces",
  "keys",
  "budgets",
  closedTable,
] as const;
