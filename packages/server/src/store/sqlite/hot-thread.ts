import { parentPort, workerData } from "node:worker_threads";
import { StoreUnavailable } from "../store.ts";
import { createSqliteAdmit } from "./admit.ts";
import type { HotJob, HotOutcome } from "./hot-jobs.ts";
import { createSqliteSettle } from "./settle.ts";
import { openSqlite, patiently } from "./sqlite-dialect.ts";

/**
 * The thread that waits for the disk, so that the thread of the requests does not. Whatever has come while one
 * commit was under way shares the next one: under load a commit carries many batches.
 */
const database = await openSqlite(workerData.path);
const admit = createSqliteAdmit(database);
const settle = createSqliteSettle(database);
const waiting: HotJob[] = [];
let isWorking = false;

function perform(job: HotJob): HotOutcome {
  return { id: job.id, result: job.kind === "admit" ? admit(job.batch) : settle(job.batch) };
}

function inTransaction(jobs: readonly HotJob[]): Promise<readonly HotOutcome[]> {
  return patiently(() => {
    database.exec("begin immediate");
    try {
      const outcomes = jobs.map(perform);
      database.exec("commit");
      return outcomes;
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  });
}

async function outcomesOf(jobs: readonly HotJob[]): Promise<readonly HotOutcome[]> {
  try {
    return await inTransaction(jobs);
  } catch (error) {
    // One bad batch must not fail those that happened to share its commit.
    if (jobs.length > 1) return (await Promise.all(jobs.map((job) => outcomesOf([job])))).flat();
    const isUnavailable = error instanceof StoreUnavailable;
    const message = error instanceof Error ? error.message : String(error);
    return jobs.map(({ id }) => ({ id, failure: { isUnavailable, message } }));
  }
}

async function work(): Promise<void> {
  isWorking = true;
  while (waiting.length > 0) {
    parentPort?.postMessage(await outcomesOf(waiting.splice(0)));
    // Lets in what has come during the commit.
    await new Promise(setImmediate);
  }
  isWorking = false;
}

parentPort?.on("message", (job: HotJob | "close") => {
  if (job === "close") {
    database.close();
    parentPort?.close();
    return;
  }
  waiting.push(job);
  if (!isWorking) void work();
});
