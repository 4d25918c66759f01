import { sql } from "kysely";
import { migrations } from "../migrations/index.ts";
import type { LongWork } from "../migrations/migration.ts";
import type { UpgradeStore } from "../ports/upgrade.ts";
import type { Database } from "../schema.ts";

/** Behind the one of migrations (migrate.ts). */
const lockNumber = 7_678_427;
const tellEveryMs = 10_000;

export const longWork: readonly LongWork[] = migrations.flatMap((each) => each.longWork ?? []);

/** `patient` is for the work itself: it needs two connections, and time. */
export function createUpgradeStore(
  database: Database,
  patient: Database,
  works: readonly LongWork[] = longWork,
): UpgradeStore {
  const left = async () => {
    const isDone = await Promise.all(works.map((work) => work.isDone(database)));
    return works.filter((_, index) => isDone[index] !== true);
  };
  /** Most starts find nothing to do, and later ones need not look. */
  let isDone = works.length === 0;
  return {
    async unfinished() {
      if (isDone) return [];
      const unfinished = await left();
      return await Promise.all(
        unfinished.map(async (work) => ({
          name: work.name,
          progress: await work.progress(database),
        })),
      );
    },
    async goOn(tell) {
      if (isDone || (await left()).length === 0) {
        isDone = true;
        return;
      }
      await aloneAmongProcesses(patient, async () => {
        for (const work of await left()) await runTold(patient, database, work, tell);
      });
    },
  };
}

/**
 * The lock belongs to an idle transaction, not to a session, which a pooler would share. Statements with parameters would
 * leave it a snapshot, for which an index waits.
 */
async function aloneAmongProcesses(database: Database, work: () => Promise<void>): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
    const { rows } = await sql<{ isAlone: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(lockNumber)}) as "isAlone"`.execute(tx);
    if (rows[0]?.isAlone === true) await work();
  });
}

async function runTold(
  patient: Database,
  database: Database,
  work: LongWork,
  tell: (message: string) => void,
): Promise<void> {
  const begunMs = performance.now();
  const sinceSeconds = () => Math.round((performance.now() - begunMs) / 1000);
  tell(`${work.name} is being made beside the traffic`);
  const timer = setInterval(() => {
    work.progress(database).then(
      (progress) => tell(`${work.name}: ${progress ?? "under way"}, ${sinceSeconds()} s`),
      // It is asked again.
      () => {},
    );
  }, tellEveryMs).unref();
  try {
    await work.run(patient);
  } finally {
    clearInterval(timer);
  }
  tell(`${work.name} is there after ${sinceSeconds()} s`);
}
