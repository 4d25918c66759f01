import { sql } from "kysely";
import type { Migration } from "./migration.ts";

/** A step of a few statements, which are the same on both engines. */
function step(name: string, ...statements: readonly string[]): Migration {
  return {
    name,
    async up(tx) {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    },
  };
}

/** Responses that later requests may go on from, where the operator keeps them. */
export const keptResponses = step(
  "kept-responses",
  `create table kept_responses (
    id text not null primary key,
    key_id bigint not null,
    workspace_id text not null,
    sealed text not null,
    characters bigint not null,
    created_at_ms bigint not null
  )`,
  // It tells the sizes without reading the responses.
  "create index kept_responses_size on kept_responses (workspace_id, created_at_ms, characters)",
  "create index kept_responses_created on kept_responses (created_at_ms)",
);

/** The tags of requests. A program of before writes none, and leaves out those of holds that it closes. */
export const tags = step(
  "tags",
  "alter table holds add column tags text",
  "alter table ledger add column tags text",
);

/** What each session of a key may spend. A program of before neither knows nor changes it. */
export const sessionBudget = step(
  "session-budget",
  "alter table keys add column session_budget_nanousd bigint",
);

/**
 * Budgets of tags. A program of before neither holds for them nor closes what others hold there: a budget that is saved
 * again counts that. The index finds what tags were charged, for a new budget.
 */
export const tagBudgets = step(
  "tag-budgets",
  "alter table holds add column tag_balance_ids text",
  "create index ledger_tagged on ledger (workspace_id, charged_day) where tags is not null",
);

/** The canaries of the version in use that were rolled back. A program of before leaves them as they are: each names its version. */
export const rollBacks = step(
  "roll-backs",
  "alter table configuration_in_use add column roll_backs text",
);

/**
 * The workspace of each row that grows or is hot: where tables are spread over nodes, it says which one has the row. A
 * program of before leaves it empty.
 */
export const workspacesOfRows = step(
  "workspaces-of-rows",
  "alter table key_balances add column workspace text",
  "alter table holds add column workspace text",
  "alter table ledger_attempts add column workspace text",
  "alter table shares add column workspace text",
);

/** What has refused the last request. Programs of before write none: their rows say nothing of it. */
export const refusalSubjects = step(
  "refusal-subjects",
  "alter table refusals add column subject text",
);

/** The version that a process runs, with its heartbeat; null of programs of before, which do not say. */
export const processConfigurations = step(
  "process-configurations",
  "alter table processes add column configuration_version bigint",
);
