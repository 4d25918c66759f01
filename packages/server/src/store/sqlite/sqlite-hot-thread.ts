import { Worker } from "node:worker_threads";
import type { HotStatements } from "../hot-statements.ts";
import { type Admission, type AdmitRequest, type Settlement, StoreUnavailable } from "../store.ts";
import type { HotAnswer, HotFailure, HotJob } from "./hot-jobs.ts";

export interface HotThread extends HotStatements {
  /** Not before all that was asked has been answered. */
  close(): Promise<void>;
}

interface Asked {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Under load the thread is woken no more often than this: larger batches cost less each, in commits and flushes too. */
const wakeEveryMs = 1;

/** The hot statements on a thread with a connection of its own, started by the first of them. */
export function createSqliteHotThread(path: string): HotThread {
  return new SqliteHotThread(path);
}

class SqliteHotThread implements HotThread {
  /** More than there are commits during one flush of the disk. */
  readonly batchesAtOnce = 32;
  readonly #path: string;
  readonly #asked = new Map<number, Asked>();
  #thread: Worker | null = null;
  #lastId = 0;
  #outbox: HotJob[] = [];
  #isBusy = false;
  #sentAtMs = 0;
  #gathering: NodeJS.Timeout | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  admit(batch: readonly AdmitRequest[]): Promise<readonly Admission[]> {
    return new Promise((resolve, reject) => {
      this.#outbox.push({ id: this.#asking({ resolve, reject }), kind: "admit", batch });
      this.#sendSoon();
    });
  }

  settle(batch: readonly Settlement[]): Promise<readonly Settlement[]> {
    return new Promise((resolve, reject) => {
      this.#outbox.push({ id: this.#asking({ resolve, reject }), kind: "settle", batch });
      this.#sendSoon();
    });
  }

  async close(): Promise<void> {
    if (this.#outbox.length > 0) this.#send();
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.postMessage(JSON.stringify("close"));
    await ended;
  }

  #asking(one: Asked): number {
    this.#lastId += 1;
    this.#asked.set(this.#lastId, one);
    return this.#lastId;
  }

  /** Waking a thread costs as much as the statements of a request: what comes during a commit waits for its end. */
  #sendSoon(): void {
    if (this.#isBusy || this.#gathering !== null) return;
    if (performance.now() - this.#sentAtMs >= wakeEveryMs) this.#send();
    else this.#gathering = setTimeout(() => this.#send(), wakeEveryMs);
  }

  #send(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    this.#isBusy = true;
    this.#sentAtMs = performance.now();
    this.#thread ??= this.#start();
    const jobs = this.#outbox;
    this.#outbox = [];
    this.#thread.postMessage(JSON.stringify(jobs));
  }

  #start(): Worker {
    const thread = new Worker(new URL("./hot-thread.ts", import.meta.url), {
      workerData: { path: this.#path },
    });
    thread.on("message", (message: string) => this.#take(JSON.parse(message)));
    thread.on("error", (error) => this.#lose(`SQLite's thread has failed: ${error.message}`));
    thread.on("exit", () => {
      if (this.#thread === thread) this.#lose("SQLite's thread has ended.");
    });
    return thread;
  }

  #take({ outcomes, isReady }: HotAnswer): void {
    for (const outcome of outcomes) {
      const one = this.#asked.get(outcome.id);
      this.#asked.delete(outcome.id);
      if ("failure" in outcome) one?.reject(toError(outcome.failure));
      else one?.resolve(outcome.result as never);
    }
    if (!isReady) return;
    this.#isBusy = false;
    if (this.#outbox.length > 0) this.#sendSoon();
  }

  /** What it was doing may be done or not: who asked finds out as after any lost answer. */
  #lose(reason: string): void {
    this.#thread = null;
    this.#isBusy = false;
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    this.#outbox = [];
    for (const one of this.#asked.values()) one.reject(new StoreUnavailable(reason));
    this.#asked.clear();
  }
}

function toError({ isUnavailable, message }: HotFailure): Error {
  return isUnavailable ? new StoreUnavailable(message) : new Error(message);
}
