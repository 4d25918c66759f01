import { functionsByText } from "./0031-functions-by-text.ts";
import { activityWeeks } from "./0032-activity-weeks.ts";
import { baseline } from "./baseline/baseline.ts";
import type { Migration } from "./migration.ts";

/** The version of the baseline, which makes an empty store. Older stores are not brought up to date by this program. */
export const firstVersion = 30;

/** In order; each has the version after the one before it. */
export const migrations: readonly Migration[] = [baseline, functionsByText, activityWeeks];

export const newestVersion = firstVersion + migrations.length - 1;
