import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";

export interface ClusterOptions {
  readonly workers: number;
  readonly onProblem: (message: string) => void;
}

/** A worker that ended sooner than this has not come up; the next one waits. */
const minLifeMs = 5000;
const longestPauseMs = 30_000;

export interface Cluster {
  /** Resolves when the first process listens; rejects where it cannot. */
  start(): Promise<void>;
  /** Puts a new process in the place of each, one after the other; the port is open all the time. */
  restart(): Promise<void>;
  /** Lets every process finish what it has begun. */
  stop(): Promise<void>;
}

/**
 * Keeps a number of gateway processes behind one port. They share nothing but the store. One that dies is
 * replaced, sooner the longer it has lived; its open holds are closed by the others.
 */
export function createCluster({ workers, onProblem }: ClusterOptions): Cluster {
  const running = new Set<Worker>();
  const leaving = new WeakSet<Worker>();
  let isStopping = false;
  let pauseMs = 500;

  const startOne = async (): Promise<Worker> => {
    const worker = cluster.fork();
    const bornMs = Date.now();
    running.add(worker);
    worker.on("exit", (code, signal) => {
      running.delete(worker);
      if (isStopping || leaving.has(worker)) return;
      const isYoung = Date.now() - bornMs < minLifeMs;
      pauseMs = isYoung ? Math.min(pauseMs * 2, longestPauseMs) : 500;
      onProblem(
        `Process ${worker.process.pid} ended (${signal ?? code}); a new one starts in ${pauseMs} ms.`,
      );
      void sleep(pauseMs).then(replace);
    });
    await cameUp(worker);
    return worker;
  };

  const end = (worker: Worker): Promise<void> => {
    leaving.add(worker);
    // Its end may have come before, and would never be told of again.
    if (!running.has(worker)) return Promise.resolve();
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.process.kill("SIGTERM");
    return ended;
  };

  /** Where this one ends before it listens, its own end starts the next. */
  const replace = (): void => {
    if (!isStopping) startOne().catch(() => undefined);
  };

  return {
    async start() {
      // The first alone: on an empty store it makes the tables and the first keys.
      await startOne();
      for (let further = 1; further < workers; further += 1) replace();
    },
    async restart() {
      for (const worker of [...running]) {
        if (isStopping) return;
        // One that has died meanwhile has been replaced already.
        if (!running.has(worker)) continue;
        await startOne();
        await end(worker);
      }
    },
    async stop() {
      isStopping = true;
      await Promise.all([...running].map(end));
    },
  };
}

/** Resolves when the worker listens; rejects where it ends before. */
function cameUp(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", (code) =>
      reject(new Error(`A gateway process ended with ${code} before it listened.`)),
    );
  });
}
