import { dayMs, toIsoDay } from "@portico/core/rules/calendar";
import type { TagQuestion } from "@portico/core/rules/tags";
import { sql } from "kysely";
import { toFields } from "../fields.ts";
import type { ActivityGroup, ActivityQuery } from "../ports/activity.ts";
import type { Listed } from "../ports/page.ts";
import { matching, mayBeStored } from "../records/rows.ts";
import type { Database } from "../schema.ts";
import { type Counts, countColumns, type TagDaysTable } from "./activity-tables.ts";
import { addCounts } from "./hour-counts.ts";
import { everyGroup } from "./list-groups.ts";
import { sumsOf, taggedColumns } from "./tag-days.ts";

const columnsOf = {
  day: "day",
  key: "key_id",
  workspace: "workspace_id",
  model: "model",
  provider: "provider",
  tag: "value",
} as const;

type Column = (typeof columnsOf)[keyof typeof columnsOf];
type Row = Pick<TagDaysTable, Column> & Counts;

interface Asked {
  readonly organisationId: string;
  readonly query: ActivityQuery;
  readonly tag: TagQuestion;
  readonly columns: readonly Column[];
}

/**
 * Groups of the requests that have a tag: from what is counted, and from the rows of the ledger that are not yet. The
 * values of a day are bounded, so that the groups are sorted here.
 */
export async function listTagGroups(
  database: Database,
  organisationId: string,
  query: ActivityQuery,
  tag: TagQuestion,
): Promise<Listed<ActivityGroup>> {
  const columns = query.groupBy.flatMap((name) => (name === "app" ? [] : [columnsOf[name]]));
  const asked: Asked = { organisationId, query, tag, columns };
  const texts = [query.model, query.provider, query.workspaceId, tag.value];
  if (texts.some((text) => text !== undefined && !mayBeStored(text)))
    return { records: [], totalCount: 0 };
  const groups = new Map<string, Row>();
  for (const row of [...(await counted(database, asked)), ...(await uncounted(database, asked))]) {
    const name = JSON.stringify(columns.map((column) => row[column]));
    const known = groups.get(name);
    if (known === undefined) groups.set(name, row);
    else addCounts(known, row);
  }
  const sorted = [...groups.values()].sort(inOrder(columns));
  const page = sorted.slice(query.offset, query.offset + query.limit);
  return { records: page.map((row) => toGroup(row, columns)), totalCount: sorted.length };
}

function spanOf({ query: { fromMs, toMs } }: Asked) {
  return { from: Math.floor(fromMs / dayMs), to: Math.ceil(toMs / dayMs) };
}

async function counted(database: Database, asked: Asked): Promise<readonly Row[]> {
  const { organisationId, query, tag, columns } = asked;
  const { from, to } = spanOf(asked);
  const names = columns.map((column) => sql.ref(column));
  const sums = countColumns.map(
    (column) => sql`coalesce(sum(${sql.ref(column)}), 0) as ${sql.ref(column)}`,
  );
  const value = tag.value === undefined ? sql`` : sql`and value = ${tag.value}`;
  const grouped = names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
  const { rows } = await sql<Row>`select ${sql.join([...names, ...sums])} from tag_days
    where organisation_id = ${organisationId} and name = ${tag.name} and day >= ${from} and day < ${to}
      ${value} and ${matching(query, "keyId", "workspaceId", "model", "provider")} ${grouped}`.execute(
    database,
  );
  return rows;
}

async function uncounted(database: Database, asked: Asked): Promise<readonly Row[]> {
  const { organisationId, query, tag } = asked;
  const { from, to } = spanOf(asked);
  const rows = await database
    .selectFrom("ledger")
    .select(taggedColumns)
    .where("settled_at_ms", ">", (eb) => eb.selectFrom("activity_cursor").select("tags_ms"))
    .where("organisation_id", "=", organisationId)
    .where("charged_day", ">=", from)
    .where("charged_day", "<", to)
    .where("tags", "is not", null)
    .orderBy("settled_at_ms")
    .execute();
  const sums = await (await sumsOf(database, rows)).bounded(database);
  return sums
    .filter((sum) => sum.name === tag.name && fits(query.model, sum.model))
    .filter((sum) => fits(tag.value, sum.value) && fits(query.provider, sum.provider))
    .filter((sum) => fits(query.keyId, sum.key_id) && fits(query.workspaceId, sum.workspace_id))
    .map(({ counts, ...group }) => ({ ...group, ...counts }));
}

function fits<Value>(wanted: Value | undefined, value: Value | null): boolean {
  return wanted === undefined || wanted === value;
}

/** As other groups: newest day first, then highest cost; names last. */
function inOrder(columns: readonly Column[]): (one: Row, other: Row) => number {
  const names = columns.filter((column) => column !== "day");
  return (one, other) =>
    (columns.includes("day") ? other.day - one.day : 0) ||
    other.cost_nanousd - one.cost_nanousd ||
    other.requests - one.requests ||
    names.reduce((sign, name) => sign || compared(one[name], other[name]), 0);
}

function compared(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function toGroup(row: Row, columns: readonly Column[]): ActivityGroup {
  const of = <Name extends Column>(name: Name) => (columns.includes(name) ? row[name] : null);
  const day = of("day");
  return {
    ...everyGroup,
    day: day === null ? null : toIsoDay(day),
    hour: null,
    keyId: of("key_id"),
    workspaceId: of("workspace_id"),
    model: of("model"),
    provider: of("provider"),
    tag: of("value"),
    ...toFields(countsOf(row)),
    ...noTimes,
  };
}

function countsOf(row: Row): Counts {
  return Object.fromEntries(countColumns.map((column) => [column, row[column]])) as Counts;
}

/** Times are not counted by tags. */
const noTimes = { latencyMs: null, firstTokenMs: null, outputTokensPerSecond: null } as const;
