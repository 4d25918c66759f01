import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation.ts";
import { matching } from "../records/rows.ts";
import { isOtherApps, otherApp } from "./activity-group.ts";

type GroupFilter = Pick<GenerationQuery, "keyId" | "workspaceId" | "model" | "provider" | "app">;

/** On the columns of a group, which are the same in the ledger and in activity. */
export function groupConditions(query: GroupFilter): RawBuilder<unknown>[] {
  const { app } = query;
  return [
    ...withoutApp(query),
    ...(app === undefined ? [] : [sql`(app_url = ${app} or app_title = ${app})`]),
  ];
}

/** The same as a request is counted in activity. */
export function activityConditions(query: GroupFilter): RawBuilder<unknown>[] {
  const { app } = query;
  if (app === undefined) return withoutApp(query);
  const isApp = sql`(not ${isOtherApps} and (app_url = ${app} or app_title = ${app}))`;
  return [...withoutApp(query), app === otherApp ? sql`(${isOtherApps} or ${isApp})` : isApp];
}

function withoutApp(query: GroupFilter): RawBuilder<unknown>[] {
  return [matching(query, "keyId", "workspaceId", "model", "provider")];
}
