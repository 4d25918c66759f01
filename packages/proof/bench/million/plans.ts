import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Tables that grow with time: nothing may read one of them from end to end. */
const growing = [
  "ledger",
  "activity_days",
  "activity_hours",
  "activity_day_times",
  "activity_weeks",
  "io_log",
];

export interface Listening {
  /** The plans of what was asked since the last time: one line each. */
  take(): readonly string[];
}

/**
 * PostgreSQL tells every plan by itself, those inside of functions too: auto_explain sends them as notices to
 * whoever asked. So what is shown is what the gateway's own statements did, and not a copy of them.
 */
export async function explainPostgres(databaseUrl: string): Promise<Listening> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  for (const [setting, value] of Object.entries({
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_level": "notice",
  }))
    await client.query(`alter database ${name} set ${setting} = '${value}'`);
  await client.end();
  let heard: string[] = [];
  const { connect } = pg.Client.prototype;
  Reflect.set(pg.Client.prototype, "connect", function (this: pg.Client, ...given: unknown[]) {
    this.on("notice", ({ message }) => heard.push(...nodesOf(message ?? "")));
    return Reflect.apply(connect, this, given);
  });
  return {
    take() {
      const taken = [...new Set(heard)];
      heard = [];
      return taken;
    },
  };
}

/** The nodes that read a table or an index. */
function nodesOf(plan: string): readonly string[] {
  return [...plan.matchAll(/(\w[\w ]*? Scan(?: Backward)?)(?: using (\w+))?(?: on (\w+))/g)].map(
    ([, node = "", index, table = ""]) =>
      index === undefined ? `${node} on ${table}` : `${node} on ${table} by ${index}`,
  );
}

/** SQLite is asked for the plan of every statement that was prepared since, on a connection of its own. */
export function explainSqlite(path: string): Listening {
  const heard = new Set<string>();
  const explaining = new DatabaseSync(path);
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
    if (this !== explaining && /^\s*(select|insert|update|delete|with)/i.test(sql)) heard.add(sql);
    return prepare.call(this, sql);
  };
  return {
    take() {
      const details = [...heard].flatMap((sql) => detailsOf(explaining, sql));
      heard.clear();
      return [...new Set(details)].filter((detail) => /^(SCAN|SEARCH)/.test(detail));
    },
  };
}

function detailsOf(database: DatabaseSync, sql: string): readonly string[] {
  try {
    const rows = database.prepare(`explain query plan ${sql}`).all();
    return rows.map((row) => String(row["detail"]));
  } catch (error) {
    // A migration's statement about a table that is gone now.
    if (error instanceof Error && error.message.startsWith("no such table")) return [];
    throw error;
  }
}

/** Reading a growing table without an index. */
export function isFullScan(node: string): boolean {
  const table =
    /^(?:Parallel )?Seq Scan on (\w+)/.exec(node)?.[1] ??
    (/^SCAN (\w+)/.exec(node)?.[1] && !node.includes("INDEX") ? /^SCAN (\w+)/.exec(node)?.[1] : "");
  return growing.includes(table ?? "");
}
