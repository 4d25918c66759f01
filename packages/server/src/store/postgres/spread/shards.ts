import { sql } from "kysely";
import type { HotStatements } from "../../money/hot-statements.ts";
import { StoreUnavailable } from "../../ports/errors.ts";
import type { Settlement } from "../../ports/money.ts";
import type { Database } from "../../schema.ts";
import { OfCoordinatorAlone, type Placed } from "../transact.ts";
import { spreadTables } from "./spread-tables.ts";

/** How many batches a process sends together, each to the node that has its workspaces. */
export const batchesAtOnce = 12;

/** The last one that is spread: where it is, all are. */
export const lastTable = spreadTables.at(-1)?.name ?? "";

/** How far `portico store distribute` has come: it may have been killed. */
export type HowSpread = "not" | "partly" | "wholly";

export async function howSpread(database: Database): Promise<HowSpread> {
  const { rows: catalogs } = await sql<{ readonly isThere: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`.execute(database);
  if (catalogs[0]?.isThere !== true) return "not";
  const { rows } = await sql<{ readonly isLast: boolean }>`
    select logicalrelid = to_regclass(${lastTable}) and partmethod = 'h' as "isLast"
    from pg_catalog.pg_dist_partition`.execute(database);
  if (rows.length === 0) return "not";
  return rows.some(({ isLast }) => isLast) ? "wholly" : "partly";
}

/** For a database of which some tables are spread, and others not yet. */
export function refusing(): HotStatements {
  const refuse = () =>
    Promise.reject(
      new StoreUnavailable(
        "Only some tables are spread over the nodes of Citus: run portico store distribute again.",
      ),
    );
  return { admit: refuse, settle: refuse, cancel: refuse, abandon: refuse };
}

/** What sends batches by the coordinator, and to a worker that has the workspaces. */
interface Senders {
  readonly main: HotStatements;
  of(group: number): HotStatements;
}

/** Divides batches by the shards of their workspaces: each part is one transaction on one node. */
export async function byShards(
  sendersBy: (placeOf: (workspaceId: string) => string) => Senders,
  database: Database,
): Promise<HotStatements> {
  const shards = createShards(database);
  const { main, of } = sendersBy(shards.of);
  const { rows } = await sql<{ readonly id: string }>`select id from workspaces`.execute(database);
  await shards.learn(rows.map(({ id }) => id));
  const divided = async <Item extends Placed, Result>(
    batch: readonly Item[],
    send: (part: readonly Item[], hot: HotStatements) => Promise<Result>,
  ): Promise<readonly (readonly [readonly Item[], Result])[]> => {
    await shards.learn(batch.map(workspaceOf));
    const parts = Map.groupBy(batch, (item) => shards.of(workspaceOf(item)));
    try {
      return await Promise.all(
        Array.from(parts.values(), async (part) => {
          const hot = of(shards.groupOf(workspaceOf(part[0] ?? noPlace)));
          return [part, await send(part, hot)] as const;
        }),
      );
    } catch (error) {
      // Otherwise shards may have been divided: what is asked about them would wait for a node that is away.
      if (!(error instanceof StoreUnavailable)) shards.forget();
      throw error;
    }
  };
  const settle = async (part: readonly Settlement[], hot: HotStatements) => {
    try {
      return await hot.settle(part);
    } catch (error) {
      if (error instanceof OfCoordinatorAlone) return await main.settle(part);
      throw error;
    }
  };
  return {
    placeOf: shards.of,
    async admit(batch) {
      const answers = new Map(
        (await divided(batch, (part, hot) => hot.admit(part))).flatMap(([part, verdicts]) =>
          part.flatMap((request, index) => {
            const verdict = verdicts[index];
            return verdict === undefined ? [] : [[request, verdict] as const];
          }),
        ),
      );
      return batch.flatMap((request) => answers.get(request) ?? []);
    },
    settle: async (batch) => (await divided(batch, settle)).flatMap(([, left]) => left),
    async cancel(batch) {
      await divided(batch, main.cancel);
    },
    async abandon(batch, nowMs, process) {
      const parts = await divided(batch, (part) => main.abandon(part, nowMs, process));
      const counts = parts.map(([, count]) => count);
      // Parts that were closed stay so: the process will be asked again about the others.
      if (counts.every((count) => count === null)) return null;
      return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
    },
  };
}

const noPlace: Placed = { workspaceId: null };

function workspaceOf({ workspaceId }: Placed): string {
  return workspaceId ?? "";
}

interface Shards {
  /** Workspaces with the same answer are in one shard. One that is not known yet is a place of its own. */
  of(workspaceId: string): string;
  /** The node that has it, or had it: any node finds the rows. Zero, the coordinator, where it is not known. */
  groupOf(workspaceId: string): number;
  learn(workspaceIds: readonly string[]): Promise<void>;
  forget(): void;
}

interface Place {
  readonly id: string;
  readonly shard: number;
  readonly group: number;
}

/** Shards move from node to node. */
const readAgainMs = 60_000;

function createShards(database: Database): Shards {
  const known = new Map<string, Place>();
  let readMs = performance.now();
  const read = async (ids: readonly string[]) => {
    const { rows } = await sql<Place>`
      select id, shard, (select max(p.groupid) from pg_catalog.pg_dist_placement p where p.shardid = shard) as group
      from (select id, get_shard_id_for_distribution_column(${lastTable}, id) as shard
        from unnest(${ids}::text[]) as asked(id)) as of`.execute(database);
    for (const place of rows) known.set(place.id, place);
  };
  /** Beside the traffic: what is known stays right where the coordinator is away. */
  const readAgain = () => {
    readMs = performance.now();
    read([...known.keys()]).catch(() => {});
  };
  return {
    of: (workspaceId) => String(known.get(workspaceId)?.shard ?? workspaceId),
    groupOf: (workspaceId) => known.get(workspaceId)?.group ?? 0,
    async learn(workspaceIds) {
      if (performance.now() > readMs + readAgainMs) readAgain();
      const asked = [...new Set(workspaceIds)].filter((id) => !known.has(id));
      if (asked.length > 0) await read(asked);
    },
    forget: () => known.clear(),
  };
}
