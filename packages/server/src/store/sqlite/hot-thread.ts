import { parentPort, workerData } from "node:worker_threads";
import { StoreUnavailable } from "../store.ts";
import { createSqliteAdmit } from "./admit.ts";
import type { HotAnswer, HotFailure, HotJob, HotOutcome } from "./hot-jobs.ts";
import { createSqliteSettle } from "./settle.ts";
import { openSqlite, patiently } from "./sqlite-dialect.ts";
import { createWalFlusher } from "./wal-flusher.ts";

/**
 * The thread of the hot statements. Whatever has come while one commit was under way shares the next one: under load
 * a commit carries many batches. No commit waits for the disk; settlements are answered when the disk has them, holds
 * at once: a hold must outlive this process, which it does, and nothing was said to its caller before its settlement
 * is on the disk, and with it the hold (docs/decisions/2026-11-21-hot-path.md).
 */
const logPages = 4000;
const logBytes = logPages * 4600;
const database = await openSqlite(workerData.path);
database.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${logPages}`);
await growLog();
const admit = createSqliteAdmit(database);
const settle = createSqliteSettle(database);
const flusher = createWalFlusher(workerData.path);
const waiting: HotJob[] = [];
const unanswered = new Set<Promise<void>>();
let working: Promise<void> | null = null;

/**
 * Flushing a file that has grown takes ten times as long as one that has not. What is rolled back stays in the
 * log's file as room: from then on it is written over, up to the checkpoint and from its beginning again.
 */
function growLog(): Promise<void> {
  return patiently(() => {
    database.exec("begin immediate");
    try {
      database.exec(`create table log_growth (filler blob);
        insert into log_growth values (zeroblob(${logBytes}))`);
    } finally {
      if (database.isTransaction) database.exec("rollback");
    }
  });
}

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
    const failure = failureOf(error);
    return jobs.map(({ id }) => ({ id, failure }));
  }
}

function failureOf(error: unknown): HotFailure {
  const message = error instanceof Error ? error.message : String(error);
  return { isUnavailable: error instanceof StoreUnavailable, message };
}

function answer(outcomes: readonly HotOutcome[], isReady: boolean): void {
  if (outcomes.length === 0 && !isReady) return;
  const message: HotAnswer = { outcomes, isReady };
  parentPort?.postMessage(JSON.stringify(message));
}

/** What is not known to be on the disk is not booked: whoever asked tries again, and finds it booked. */
async function answerWhenDurable(outcomes: readonly HotOutcome[]): Promise<void> {
  try {
    await flusher.flush();
    answer(outcomes, false);
  } catch (error) {
    const failure = { ...failureOf(error), isUnavailable: true };
    answer(
      outcomes.map(({ id }) => ({ id, failure })),
      false,
    );
  }
}

async function work(): Promise<void> {
  while (waiting.length > 0) {
    const jobs = waiting.splice(0);
    const settlements = new Set(jobs.filter(({ kind }) => kind === "settle").map(({ id }) => id));
    const outcomes = await outcomesOf(jobs);
    answer(
      outcomes.filter(({ id }) => !settlements.has(id)),
      waiting.length === 0,
    );
    const durable = answerWhenDurable(outcomes.filter(({ id }) => settlements.has(id)));
    unanswered.add(durable);
    void durable.finally(() => unanswered.delete(durable));
  }
  working = null;
}

async function end(): Promise<void> {
  await working;
  await Promise.all(unanswered);
  await flusher.close();
  database.close();
  parentPort?.close();
}

parentPort?.on("message", (message: string) => {
  const jobs: readonly HotJob[] | "close" = JSON.parse(message);
  if (jobs === "close") {
    void end();
    return;
  }
  waiting.push(...jobs);
  working ??= work();
});
