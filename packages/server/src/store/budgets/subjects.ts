import type { Tag, Tags } from "@portico/core/rules/tags";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { toText } from "../fields.ts";
import type { NewBudget } from "../ports/budgets.ts";
import type { AdmitRequest } from "../ports/money.ts";
import type { BudgetRow } from "../schema.ts";

/**
 * What the column `end_user` of a balance says: nothing for the workspace, an end user's name, or a tag. A tag begins with a
 * space, which no name does. The subject ` project=` stands for each value of the tag; no value is empty.
 */
const mark = " ";

export function tagSubject(tag: string): string {
  return toText(`${mark}${tag.includes("=") ? tag : `${tag}=`}`);
}

export function subjectsOfTags(tags: Tags): readonly string[] {
  return Object.entries(tags).map(([name, value]) => tagSubject(`${name}=${value}`));
}

/** Of a request, besides its workspace. */
export function subjectsOf({ endUser, about }: Pick<AdmitRequest, "endUser" | "about">) {
  return subjectsNamed(endUser, about?.tags);
}

export function subjectsNamed(endUser: string | null = null, tags: Tags | null = null) {
  const names = endUser ? [toText(endUser)] : [];
  return tags === null ? names : [...names, ...subjectsOfTags(tags)];
}

/** `project=checkout`, or `project` for each value; null for an end user and a workspace. */
export function tagOf(subject: string | null): string | null {
  if (subject?.startsWith(mark) !== true) return null;
  return subject.slice(mark.length, everyOf(subject) === subject ? -1 : undefined);
}

export function tagParts(subject: string): Tag {
  return { name: everyOf(subject).slice(mark.length, -1), value: shownName(subject) };
}

/** An end user's name, or the value of a tag. */
export function shownName(subject: string): string {
  return subject.slice(everyOf(subject).length);
}

/** The subject of the budget that an end user or a tag has where it has none of its own. */
export function everyOf(subject: string): string {
  return subject.startsWith(mark) ? subject.slice(0, subject.indexOf("=") + 1) : "";
}

export function scopeOf(subject: string): BudgetRow["scope"] {
  if (subject === "") return "workspace";
  return subject.startsWith(mark) ? "tag" : "end_user";
}

/** The column `tag_balance_ids` of a hold. */
export function balanceIdsIn(list: string): readonly number[] {
  return JSON.parse(list);
}

/** The column `end_user` of a budget: null for each end user. */
export function subjectOfBudget({ endUser, tag = null }: Pick<NewBudget, "endUser" | "tag">) {
  return tag === null ? endUser : tagSubject(tag);
}

/** The balances of all end users, or of all values of a tag. */
export function isSubjectOfEach({ end_user }: Pick<BudgetRow, "end_user">): RawBuilder<SqlBool> {
  const every = end_user ?? "";
  return every === ""
    ? sql`end_user <> '' and substr(end_user, 1, 1) <> ${mark}`
    : sql`substr(end_user, 1, ${sql.lit(every.length)}) = ${every}`;
}

/** Whether the budget is for each end user, or for each value of a tag. */
export function isOfEach({ scope, end_user }: Pick<BudgetRow, "scope" | "end_user">): boolean {
  return scope !== "workspace" && (end_user === null || everyOf(end_user) === end_user);
}

/** The budget of a subject among all of its workspace: its own before the one of each. */
export function budgetAmong<Row extends Pick<BudgetRow, "scope" | "end_user">>(
  budgets: readonly Row[],
  subject: string,
): Row | undefined {
  const scope = scopeOf(subject);
  const named = (name: string) =>
    budgets.find((row) => row.scope === scope && (row.end_user ?? "") === name);
  return named(subject) ?? named(everyOf(subject));
}
