import { Worker } from "node:worker_threads";

export interface Checkpointer {
  /** To be told of every transaction of the hot statements. */
  committed(): void;
  close(): Promise<void>;
}

/** At up to some twelve pages each, the log stays below some 50 MB; restarting it costs less than a flush then. */
const transactionsPerCheckpoint = 1000;

/** Copies the log back into the database on a thread of its own, because that waits for the disk. */
export function createCheckpointer(path: string): Checkpointer {
  let transactions = 0;
  let thread: Worker | null = null;
  let isBusy = false;

  const start = (): Worker => {
    const started = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: { path },
    });
    // Where one failed, the next is tried after as many transactions: the log only grows meanwhile.
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

  return {
    committed() {
      transactions += 1;
      if (transactions < transactionsPerCheckpoint || isBusy) return;
      transactions = 0;
      isBusy = true;
      thread ??= start();
      thread.postMessage("checkpoint");
    },
    async close() {
      if (thread === null) return;
      const ended = new Promise((resolve) => thread?.once("exit", resolve));
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  };
}
