import { Worker } from "node:worker_threads";
import type { HotStatements } from "../hot-statements.ts";
import { type Admission, type AdmitRequest, type Settlement, StoreUnavailable } from "../store.ts";
import type { HotFailure, HotJob, HotOutcome } from "./hot-jobs.ts";

export interface HotThread extends HotStatements {
  /** Not before all that was asked has been answered. */
  close(): Promise<void>;
}

interface Asked {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Waking a thread costs as much as the statements of a request: under load it is done no more often than this. */
const wakeEveryMs = 1;

/** The hot statements on a thread with a connection of its own, started by the first of them. */
export function createSqliteHotThread(path: string): HotThread {
  const asked = new Map<number, Asked>();
  let thread: Worker | null = null;
  let lastId = 0;
  let outbox: HotJob[] = [];
  let wokenAtMs = 0;
  let waking: NodeJS.Timeout | null = null;

  const answer = (message: string): void => {
    const outcomes: readonly HotOutcome[] = JSON.parse(message);
    for (const outcome of outcomes) {
      const one = asked.get(outcome.id);
      asked.delete(outcome.id);
      if ("failure" in outcome) one?.reject(toError(outcome.failure));
      else one?.resolve(outcome.result as never);
    }
  };

  /** What it was doing may be done or not: who asked finds out as after any lost answer. */
  const lose = (reason: string): void => {
    thread = null;
    outbox = [];
    for (const one of asked.values()) one.reject(new StoreUnavailable(reason));
    asked.clear();
  };

  const start = (): Worker => {
    const started = new Worker(new URL("./hot-thread.ts", import.meta.url), {
      workerData: { path },
    });
    started.on("message", answer);
    started.on("error", (error) => lose(`SQLite's thread has failed: ${error.message}`));
    started.on("exit", () => {
      if (thread === started) lose("SQLite's thread has ended.");
    });
    return started;
  };

  const wake = (): void => {
    waking = null;
    wokenAtMs = performance.now();
    thread ??= start();
    const jobs = outbox;
    outbox = [];
    thread.postMessage(JSON.stringify(jobs));
  };

  function ask(kind: "admit", batch: readonly AdmitRequest[]): Promise<readonly Admission[]>;
  function ask(kind: "settle", batch: readonly Settlement[]): Promise<readonly Settlement[]>;
  function ask(kind: HotJob["kind"], batch: readonly unknown[]): Promise<readonly unknown[]> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      outbox.push({ id, kind, batch } as HotJob);
      if (waking !== null) return;
      if (performance.now() - wokenAtMs >= wakeEveryMs) wake();
      else waking = setTimeout(wake, wakeEveryMs);
    });
  }

  return {
    admit: (batch) => ask("admit", batch),
    settle: (batch) => ask("settle", batch),
    async close() {
      if (waking !== null) {
        clearTimeout(waking);
        wake();
      }
      if (thread === null) return;
      const ending = thread;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      ending.postMessage(JSON.stringify("close"));
      await ended;
    },
  };
}

function toError({ isUnavailable, message }: HotFailure): Error {
  return isUnavailable ? new StoreUnavailable(message) : new Error(message);
}
