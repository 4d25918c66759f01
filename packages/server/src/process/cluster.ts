import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";

export interface ClusterOptions {
  readonly workers: number;
  /** How many ports each process opens: it has started when it listens on all of them. */
  readonly ports: number;
  readonly onProblem: (message: string) => void;
}

/** A worker that ended sooner than this has failed to start; its replacement waits. */
const minLifeMs = 5000;
const shortestPauseMs = 500;
const longestPauseMs = 30_000;

/** A process has ended before it listened, and has said why. */
export class EndedBeforeListening extends Error {
  override readonly name = "EndedBeforeListening";
}

export interface Cluster {
  /** Resolves when the first process listens; rejects if it cannot. */
  start(): Promise<void>;
  /** Replaces each process by a new one, one after the other; the port stays open. */
  restart(): Promise<void>;
  /** Stops every process after its requests have ended. */
  stop(): Promise<void>;
}

/**
 * Keeps a number of gateway processes behind one port. They share only the store. A process that dies is replaced,
 * without a pause if it has run long enough; the other processes close its open holds.
 */
export function createCluster({ workers, ports, onProblem }: ClusterOptions): Cluster {
  const running = new Set<Worker>();
  const leaving = new WeakSet<Worker>();
  let hasStarted = false;
  let isStopping = false;
  const pauseAfter = createPauses();
  let restarted = Promise.resolve();

  const startOne = async (): Promise<void> => {
    const worker = cluster.fork();
    const bornMs = Date.now();
    running.add(worker);
    worker.on("exit", (code, signal) => {
      running.delete(worker);
      // A process that is being replaced already has its replacement.
      if (!hasStarted || isStopping || leaving.has(worker)) return;
      const pauseMs = pauseAfter(Date.now() - bornMs);
      onProblem(
        `Process ${worker.process.pid} ended (${signal ?? code}); a new one starts in ${pauseMs} ms.`,
      );
      void sleep(pauseMs).then(replace);
    });
    await cameUp(worker, ports);
  };

  /** Starts the next process if this one ends before it listens. */
  const replace = (): void => {
    const staying = [...running].filter((worker) => !leaving.has(worker)).length;
    if (!isStopping && staying < workers) startOne().catch(() => undefined);
  };

  const restartOne = async (worker: Worker): Promise<void> => {
    // From now on: if the old process dies while the new one starts, no further one is started.
    leaving.add(worker);
    try {
      await startOne();
    } catch (error) {
      // The new process failed, so the old one stays. The exit handler of the new one starts another.
      leaving.delete(worker);
      if (isStopping) return;
      throw error;
    }
    await end(worker);
  };

  const restartAll = async (): Promise<void> => {
    // A process that has died meanwhile is replaced already.
    const before = [...running];
    for (const worker of before) if (running.has(worker) && !isStopping) await restartOne(worker);
  };

  return {
    async start() {
      // One process first: on an empty store it creates the tables and the first keys.
      await startOne();
      hasStarted = true;
      for (let further = 1; further < workers; further += 1) replace();
    },
    restart() {
      // Two restarts at a time would replace each process twice.
      restarted = restarted.catch(() => undefined).then(restartAll);
      return restarted;
    },
    async stop() {
      isStopping = true;
      await Promise.all([...running].map(end));
    },
  };
}

/** Resolves when the worker has finished its requests and has ended. */
function end(worker: Worker): Promise<void> {
  // If it has already ended, `exit` would never be emitted again.
  if (worker.isDead()) return Promise.resolve();
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.process.kill("SIGTERM");
  return ended;
}

/** How long to wait before the next process is started, depending on how long the last one has run. */
function createPauses(): (lifeMs: number) => number {
  let pauseMs = shortestPauseMs;
  return (lifeMs) => {
    pauseMs = lifeMs < minLifeMs ? Math.min(pauseMs * 2, longestPauseMs) : shortestPauseMs;
    return pauseMs;
  };
}

/** Resolves when the worker listens on all of its ports; rejects if it ends before. */
function cameUp(worker: Worker, ports: number): Promise<void> {
  let open = 0;
  return new Promise((resolve, reject) => {
    worker.on("listening", () => {
      open += 1;
      if (open === ports) resolve();
    });
    worker.once("exit", (code) =>
      reject(new EndedBeforeListening(`A gateway process ended with ${code} before it listened.`)),
    );
  });
}
