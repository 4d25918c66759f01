import { mostTagValues, otherTagValue } from "@portico/core/rules/tags";
import { sql } from "kysely";
import type { Database, LedgerAttemptRow, Tx } from "../schema.ts";
import { activityCounts, toCounts } from "./activity-counts.ts";
import { groupDigest } from "./activity-group.ts";
import { type Counts, countColumns, type TagDaysTable } from "./activity-tables.ts";
import type { Cursor } from "./cursor.ts";
import { addCounts, type CountedRow, noCounts } from "./hour-counts.ts";
import { readTags } from "./ledger-row.ts";
import { fewAtOnce } from "./write-sums.ts";

export type TagSum = Omit<TagDaysTable, keyof Counts> & { readonly counts: Counts };

/** Of a row of the ledger. */
export type TaggedRow = Omit<CountedRow, "app_url" | "app_title"> & {
  readonly tags: string | null;
};

/** What rows of the ledger add up to by day, key, model, provider and tag: a row counts once under each of its tags. */
export class TagSums {
  readonly #sums = new Map<string, TagSum>();

  /** Adds a row, or subtracts it. */
  add(row: TaggedRow, attempts: readonly LedgerAttemptRow[], sign: 1 | -1 = 1): void {
    const parts = activityCounts(row, attempts, row);
    for (const [name, value] of Object.entries(readTags(row.tags) ?? {}))
      for (const part of parts)
        addCounts(this.#sum(row, part.provider, name, value).counts, toCounts(part, sign));
  }

  #sum(row: TaggedRow, provider: string | null, name: string, value: string): TagSum {
    const { organisation_id, key_id, workspace_id, model, charged_day: day } = row;
    const place = JSON.stringify([
      organisation_id,
      day,
      workspace_id,
      key_id,
      model,
      provider,
      name,
      value,
    ]);
    const known = this.#sums.get(place);
    if (known !== undefined) return known;
    const group = { organisation_id, name, day, value, key_id, workspace_id, model, provider };
    const made = { ...group, group_id: idOf(group), counts: noCounts() };
    this.#sums.set(place, made);
    return made;
  }

  /** With the values that a day has no room for under `other`. */
  async bounded(database: Database): Promise<readonly TagSum[]> {
    const sums: TagSum[] = [];
    const days = Map.groupBy(this.#sums.values(), ({ organisation_id, day, workspace_id, name }) =>
      JSON.stringify([organisation_id, day, workspace_id, name]),
    );
    for (const ofDay of days.values()) {
      const known = await valuesOf(database, ofDay);
      for (const sum of ofDay) {
        if (known.size < mostTagValues) known.add(sum.value);
        sums.push(known.has(sum.value) ? sum : asOther(sum));
      }
    }
    return sums;
  }
}

function asOther({ counts, ...group }: TagSum): TagSum {
  const other = { ...group, value: otherTagValue };
  return { ...other, group_id: idOf(other), counts };
}

type Group = Omit<TagSum, "counts" | "group_id">;

/** The digest of activity's groups, with the tag in the place of the application. */
function idOf({ key_id: keyId, workspace_id: workspaceId, model, provider, name, value }: Group) {
  return groupDigest({ keyId, workspaceId, model, provider, appUrl: name, appTitle: value });
}

async function valuesOf(database: Database, [first]: readonly TagSum[]): Promise<Set<string>> {
  if (first === undefined) return new Set();
  const rows = await database
    .selectFrom("tag_days")
    .select("value")
    .distinct()
    .where("organisation_id", "=", first.organisation_id)
    .where("name", "=", first.name)
    .where("day", "=", first.day)
    .where("workspace_id", "=", first.workspace_id)
    .where("value", "!=", otherTagValue)
    .execute();
  return new Set(rows.map(({ value }) => value));
}

/** The caller holds the lock of the cursor. */
export async function writeTags(tx: Tx, sums: TagSums): Promise<void> {
  const rows = (await sums.bounded(tx)).map(({ counts, ...group }) => ({ ...group, ...counts }));
  const added = Object.fromEntries(
    countColumns.map((column) => [
      column,
      sql<number>`tag_days.${sql.ref(column)} + excluded.${sql.ref(column)}`,
    ]),
  );
  // A statement must not change a row twice: several values may be others.
  for (const some of fewAtOnce(merged(rows)))
    await tx
      .insertInto("tag_days")
      .values([...some])
      .onConflict((conflict) =>
        conflict.columns(["organisation_id", "name", "day", "group_id"]).doUpdateSet(added),
      )
      .execute();
}

function merged(rows: readonly TagDaysTable[]): readonly TagDaysTable[] {
  const found = new Map<string, TagDaysTable>();
  for (const row of rows) {
    const place = JSON.stringify([row.organisation_id, row.name, row.day, row.group_id]);
    const known = found.get(place);
    if (known === undefined) found.set(place, row);
    else addCounts(known, row);
  }
  return [...found.values()];
}

const rowsAtOnce = 1000;

/** The columns of the ledger that a sum needs. */
export const taggedColumns = [
  ...(["request_id", "organisation_id", "group_id", "key_id", "workspace_id", "model"] as const),
  ...(["provider", "settled_at_ms", "charged_day", "status", "estimated", "byok"] as const),
  ...(["input_tokens", "output_tokens", "cached_input_tokens", "reasoning_tokens"] as const),
  ...(["charged_nanousd", "unbilled_nanousd", "latency_ms", "first_token_ms", "tags"] as const),
];

/** Adds the next rows with tags. False at the end. The caller holds the lock of the cursor. */
export async function countTags(tx: Tx, { closed_ms, tags_ms }: Cursor): Promise<boolean> {
  if (tags_ms >= closed_ms) return false;
  const rows = () =>
    tx
      .selectFrom("ledger")
      .where("settled_at_ms", ">", tags_ms)
      .where("settled_at_ms", "<=", closed_ms)
      .where("tags", "is not", null)
      .orderBy("settled_at_ms");
  const last = await rows().select("settled_at_ms").offset(rowsAtOnce).limit(1).executeTakeFirst();
  const toMs = last?.settled_at_ms ?? closed_ms;
  const some = await rows().select(taggedColumns).where("settled_at_ms", "<=", toMs).execute();
  await writeTags(tx, await sumsOf(tx, some));
  await tx.updateTable("activity_cursor").set({ tags_ms: toMs }).execute();
  return true;
}

export async function sumsOf(database: Database, rows: readonly TaggedRow[]): Promise<TagSums> {
  const sums = new TagSums();
  for (const some of fewAtOnce(rows)) {
    const ids = some.map(({ request_id }) => request_id);
    const attempts = await database
      .selectFrom("ledger_attempts")
      .selectAll()
      .where("request_id", "in", ids)
      .orderBy("attempt")
      .execute();
    const billed = Map.groupBy(attempts, ({ request_id }) => request_id);
    for (const row of some) sums.add(row, billed.get(row.request_id) ?? []);
  }
  return sums;
}
