import { setImmediate as othersTurn } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { GenerationQuery } from "../ports/generation-list.ts";
import type { Database } from "../schema.ts";

export type Condition = RawBuilder<unknown>;

/** Rows of one part of a list: fewer or more than those of the part before, by the time that it has taken. */
const fewestRows = 20;
const mostRows = 20_000;
const shortPartMs = 2;
const longPartMs = 6;

/** The list that has the process now, of each database. */
const busy = new WeakMap<Database, Promise<void>>();

/**
 * Reads rows, newest first, by parts of time until there are enough of them. SQLite works in the thread of the process,
 * which serves nothing else meanwhile, and a filter may fit one row of a million: so a part reads few rows, and each part
 * of each list has a turn of its own. `sources` are what rows are read from in the order of an index.
 */
export async function readInParts<Row>(
  database: Database,
  query: Pick<GenerationQuery, "limit" | "after" | "fromMs" | "toMs">,
  sources: readonly Condition[],
  read: (part: Condition) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  // Without a filter the first part is enough.
  let rows = Math.max(query.limit + 1, fewestRows);
  let topMs = Math.min(
    query.after?.settledAtMs ?? Number.MAX_SAFE_INTEGER,
    query.toMs === undefined ? Number.MAX_SAFE_INTEGER : query.toMs - 1,
  );
  const fromMs = query.fromMs ?? 0;
  for (;;) {
    const part = await inTurn(database, async () => {
      const beganAtMs = performance.now();
      const edgeMs = await edgeBelow(database, sources, topMs, rows);
      const bottomMs = edgeMs === null ? null : Math.min(edgeMs, topMs - 1);
      found.push(...(await read(between(Math.max(bottomMs ?? 0, fromMs - 1), topMs))));
      return { bottomMs, tookMs: performance.now() - beganAtMs };
    });
    const { bottomMs } = part;
    const isEnd = bottomMs === null || bottomMs < fromMs;
    if (isEnd || found.length > query.limit) return found.slice(0, query.limit + 1);
    topMs = bottomMs;
    rows = nextRows(rows, part.tookMs);
  }
}

function nextRows(rows: number, tookMs: number): number {
  if (tookMs < shortPartMs) return Math.min(rows * 2, mostRows);
  return tookMs > longPartMs ? Math.max(Math.floor(rows / 2), fewestRows) : rows;
}

/** Without a queue, the parts of many lists would come one after the other, and nothing else between them. */
async function inTurn<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const before = busy.get(database);
  const turn = Promise.withResolvers<void>();
  busy.set(database, turn.promise);
  await before;
  try {
    await othersTurn();
    return await work();
  } finally {
    turn.resolve();
  }
}

/** No source has more than this many rows above the edge. Null: none has more in all. */
async function edgeBelow(
  database: Database,
  sources: readonly Condition[],
  topMs: number,
  rows: number,
): Promise<number | null> {
  const edges = sources.map(
    (source) => sql`select (select settled_at_ms from ledger where ${source}
      and settled_at_ms <= ${topMs} order by settled_at_ms desc limit 1 offset ${rows}) as edge_ms`,
  );
  const found = await sql<{ readonly edge_ms: number | null }>`select max(edge_ms) as edge_ms
    from (${sql.join(edges, sql` union all `)}) as edges`.execute(database);
  return found.rows[0]?.edge_ms ?? null;
}

function between(bottomMs: number, topMs: number): Condition {
  return sql`settled_at_ms > ${bottomMs} and settled_at_ms <= ${topMs}`;
}
