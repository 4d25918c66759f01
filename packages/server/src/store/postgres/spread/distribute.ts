import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Actor } from "../../ports/actor.ts";
import type { SpreadNode, SpreadRequest, SpreadStep, SpreadStore } from "../../ports/spreading.ts";
import { recordChange } from "../../records/audit-log.ts";
import type { Database, Tx } from "../../schema.ts";
import { refusal, refuseToSpread } from "./refusals.ts";
import { type HowSpread, lastTable } from "./shards.ts";
import { closedTable, copiedTables, type SpreadTable, spreadTables } from "./spread-tables.ts";

/** A little longer than the time between two heartbeats of a gateway. */
const beatMs = 6000;

export function createSpreadStore(database: Database, spread: HowSpread): SpreadStore {
  return {
    isSpread: spread === "wholly",
    async plan() {
      await refuseToSpread(database);
      return await stepsLeft(database);
    },
    async distribute(actor, asked) {
      await refuseToSpread(database);
      await refuseRunning(database);
      await distribute(database, actor, asked);
    },
    nodes: async () => (spread === "wholly" ? await nodesOf(database) : []),
  };
}

/** One that runs would not look again where rows are. */
async function refuseRunning(database: Database): Promise<void> {
  const beats = async () => {
    const rows = await database.selectFrom("processes").select(["id", "beats"]).execute();
    return new Map(rows.map(({ id, beats: count }) => [id, count]));
  };
  const before = await beats();
  if (before.size === 0) return;
  await sleep(beatMs);
  const running = [...(await beats())].filter(([id, count]) => before.get(id) !== count);
  if (running.length > 0)
    throw refusal(
      `${running.length} gateways run on this database: stop them first, and start them again afterwards.`,
    );
}

async function stepsLeft(database: Database): Promise<readonly SpreadStep[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select logicalrelid::text as name from pg_catalog.pg_dist_partition
    where partmethod = 'h' or repmodel = 't'`.execute(database);
  const done = new Set(rows.map(({ name }) => name));
  const all = [
    ...copiedTables.map((table) => ({ table, to: "each node, as a copy" as const })),
    ...spreadTables.map(({ name }) => ({ table: name, to: "all nodes, by workspace" as const })),
  ];
  const left = all.filter(({ table }) => !done.has(table));
  return await Promise.all(
    left.map(async (step) => ({ ...step, bytes: await sizeOf(database, step.table) })),
  );
}

/** With its partitions. */
async function sizeOf(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select (coalesce(pg_total_relation_size(to_regclass(${table})), 0) + coalesce(sum(pg_total_relation_size(relid)), 0))::bigint as bytes
    from pg_partition_tree(to_regclass(${table})) where level > 0`.execute(database);
  return rows[0]?.bytes ?? 0;
}

async function distribute(
  database: Database,
  actor: Actor,
  { shards, tell }: SpreadRequest,
): Promise<void> {
  const steps = await stepsLeft(database);
  if (steps.length === 0) return;
  if (steps.length === copiedTables.length + spreadTables.length)
    await database.transaction().execute(prepare);
  for (const [index, { table, to }] of steps.entries()) {
    const begunMs = performance.now();
    await database.transaction().execute(async (tx) => {
      await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`.execute(tx);
      const spread = spreadTables.find(({ name }) => name === table);
      if (spread === undefined) await sql`select create_reference_table(${table})`.execute(tx);
      else await spreadRows(tx, spread, shards);
    });
    const seconds = ((performance.now() - begunMs) / 1000).toFixed(1);
    tell(`${index + 1} of ${steps.length}: ${table} is on ${to} after ${seconds} s`);
  }
  await database.transaction().execute((tx) =>
    recordChange(tx, actor, {
      target: { type: "store", id: "postgres" },
      workspaceId: null,
      before: null,
      after: { shards },
    }),
  );
}

const [first] = spreadTables;

async function spreadRows(
  tx: Tx,
  { name, workspace, key }: SpreadTable,
  shards: number,
): Promise<void> {
  const [whole, column, constraint] = [sql.table(name), sql.ref(workspace), `${name}_pkey`];
  await sql`alter table ${whole} alter column ${column} set not null`.execute(tx);
  await sql`alter table ${whole} drop constraint ${sql.ref(constraint)}`.execute(tx);
  // Behind the old columns, so that rows are found by these alone as before.
  await sql`alter table ${whole} add constraint ${sql.ref(constraint)}
    primary key (${sql.join([...key, workspace].map((each) => sql.ref(each)))})`.execute(tx);
  if (name === first?.name)
    await sql`select create_distributed_table(${name}, ${workspace}, colocate_with => 'none',
      shard_count => ${shards}::integer)`.execute(tx);
  else
    await sql`select create_distributed_table(${name}, ${workspace},
      colocate_with => ${first?.name})`.execute(tx);
  // The rows of before are still in the files of the coordinator.
  await sql`select truncate_local_data_after_distributing_table(${name}::regclass)`.execute(tx);
  // Shares end with their balance.
  if (name === "shares") {
    await sql`alter table shares add constraint shares_balance_id_fkey foreign key (balance_id, workspace)
      references budget_balances (id, workspace_id) on delete cascade`.execute(tx);
    // What is added to an organisation's totals without their lock may be more held.
    await sql`alter table shares drop constraint shares_held_nanousd_check`.execute(tx);
  }
}

/** Credits are counted again by the next admission that enforces them. */
async function prepare(tx: Tx): Promise<void> {
  // Lists of all workspaces read the nodes one after the other, and so may follow a change of a copied table.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(tx);
  await sql`alter database ${sql.ref(rows[0]?.name ?? "")}
    set citus.multi_shard_modify_mode to 'sequential'`.execute(tx);
  await sql`create table ${sql.table(closedTable)} as
    select id, closed_ms from activity_cursor`.execute(tx);
  await sql`alter table ${sql.table(closedTable)} add primary key (id)`.execute(tx);
  await sql`update organisations set credits_kept = 0`.execute(tx);
  await sql`delete from shares where balance_id is null`.execute(tx);
  for (const { name, fill } of spreadTables) {
    if (fill !== undefined) await sql.raw(fill).execute(tx);
    await dropReferences(tx, name);
  }
}

/** To the key by its old columns; and those to copies, which would have to be locked on each node. */
async function dropReferences(tx: Tx, table: string): Promise<void> {
  const { rows } = await sql<{ readonly name: string; readonly of: string }>`
    select conname as name, conrelid::regclass::text as of from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid = ${table}::regclass or confrelid = ${table}::regclass)`.execute(tx);
  for (const { name, of } of rows)
    await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(tx);
}

/** What each node has; one that is away has no size. */
async function nodesOf(database: Database): Promise<readonly SpreadNode[]> {
  const { rows } = await sql<SpreadNode>`
    select n.nodename || ':' || n.nodeport as name, p.workspaces,
      (select result from run_command_on_all_nodes('select pg_database_size(current_database())') r
        where r.nodeid = n.nodeid and r.success)::bigint as bytes
    from pg_catalog.pg_dist_node n, lateral (select count(*) as workspaces from workspaces w
      join pg_catalog.pg_dist_placement p
        on p.shardid = get_shard_id_for_distribution_column(${lastTable}, w.id)
      where p.groupid = n.groupid and w.deleted_at_ms is null) p
    where n.noderole = 'primary' order by name`.execute(database);
  return rows;
}
