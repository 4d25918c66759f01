import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

export interface Checkpointer {
  /** To be told of every transaction of the hot statements. */
  committed(): void;
  /** A write has failed: where the log has taken the whole disk, only a checkpoint gives some of it back. */
  failed(): void;
  close(): Promise<void>;
}

/** 16 MB of log, whoever has written it. */
const pagesPerCheckpoint = 4000;
/** Where one could not begin the log anew (somebody is reading for long), the next is tried so many pages later. */
const pagesPerTry = 1000;
/** Looking costs a tenth of a small transaction. */
const transactionsPerLook = 16;

/** Copies the log back into the database on a thread of its own, because that waits for the disk. */
export function createCheckpointer(path: string, database: DatabaseSync): Checkpointer {
  // Looks, and does nothing: https://sqlite.org/pragma.html#pragma_wal_checkpoint
  const logSize = database.prepare("pragma wal_checkpoint(noop)");
  let transactions = 0;
  let triedAtPages = 0;
  let thread: Worker | null = null;
  let isBusy = false;

  const start = (): Worker => {
    const started = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: { path },
    });
    started.on("message", () => {
      isBusy = false;
    });
    started.on("error", () => {});
    started.on("exit", () => {
      thread = null;
      isBusy = false;
    });
    started.unref();
    return started;
  };
  const checkpoint = () => {
    if (isBusy) return;
    isBusy = true;
    thread ??= start();
    thread.postMessage("checkpoint");
  };

  return {
    committed() {
      transactions += 1;
      if (transactions % transactionsPerLook !== 0) return;
      const pages = Number(logSize.get()?.["log"]);
      // It was begun anew.
      if (pages < triedAtPages) triedAtPages = 0;
      if (isBusy || pages < Math.max(pagesPerCheckpoint, triedAtPages + pagesPerTry)) return;
      triedAtPages = pages;
      checkpoint();
    },
    failed: checkpoint,
    async close() {
      if (thread === null) return;
      const ended = new Promise((resolve) => thread?.once("exit", resolve));
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  };
}
