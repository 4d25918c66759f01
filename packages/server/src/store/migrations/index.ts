import { sql } from "kysely";
import { activityWeeks } from "./0032-activity-weeks.ts";
import { months } from "./0033-months.ts";
import { idempotentRequests } from "./0034-idempotent-requests.ts";
import { configurationVersions } from "./0035-configuration-versions.ts";
import { shares } from "./0036-shares.ts";
import { tagDays } from "./0039-tag-days.ts";
import { baseline } from "./baseline/baseline.ts";
import type { Migration } from "./migration.ts";
import {
  keptResponses,
  processConfigurations,
  refusalSubjects,
  rollBacks,
  sessionBudget,
  tagBudgets,
  tags,
  workspacesOfRows,
} from "./of-statements.ts";

/** The hash of the functions that programs of before judged by. What no program calls since version 29 goes. */
const functionsByText: Migration = {
  name: "functions-by-text",
  async up(tx, engine) {
    await sql`drop table if exists activity_groups`.execute(tx);
    if (engine === "sqlite") return;
    await sql`create table portico_functions (hash text not null)`.execute(tx);
    await sql`insert into portico_functions (hash) values ('')`.execute(tx);
    await sql`drop function if exists portico_admit_1(json, bigint[], boolean)`.execute(tx);
    await sql`drop function if exists portico_settle_1(json, bigint[])`.execute(tx);
  },
};

/** The version of the baseline, which makes an empty store. Older stores are not brought up to date by this program. */
export const firstVersion = 30;

/** In order; each has the version after the one before it. */
export const migrations: readonly Migration[] = [
  baseline,
  functionsByText,
  activityWeeks,
  months,
  idempotentRequests,
  configurationVersions,
  shares,
  keptResponses,
  tags,
  tagDays,
  sessionBudget,
  tagBudgets,
  rollBacks,
  workspacesOfRows,
  refusalSubjects,
  processConfigurations,
];

export const newestVersion = firstVersion + migrations.length - 1;
