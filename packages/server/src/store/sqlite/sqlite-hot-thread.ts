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

/** The hot statements on a thread with a connection of its own, started by the first of them. */
export function createSqliteHotThread(path: string): HotThread {
  const asked = new Map<number, Asked>();
  let thread: Worker | null = null;
  let lastId = 0;

  const answer = (outcomes: readonly HotOutcome[]): void => {
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

  function ask(kind: "admit", batch: readonly AdmitRequest[]): Promise<readonly Admission[]>;
  function ask(kind: "settle", batch: readonly Settlement[]): Promise<readonly Settlement[]>;
  function ask(kind: HotJob["kind"], batch: readonly unknown[]): Promise<readonly unknown[]> {
    thread ??= start();
    const id = ++lastId;
    const running = thread;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      running.postMessage({ id, kind, batch });
    });
  }

  return {
    admit: (batch) => ask("admit", batch),
    settle: (batch) => ask("settle", batch),
    async close() {
      if (thread === null) return;
      const ending = thread;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      ending.postMessage("close");
      await ended;
    },
  };
}

function toError({ isUnavailable, message }: HotFailure): Error {
  return isUnavailable ? new StoreUnavailable(message) : new Error(message);
}
