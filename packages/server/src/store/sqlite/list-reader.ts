import { Worker } from "node:worker_threads";
import type { Lists } from "../money/lists.ts";
import { StoreUnavailable } from "../ports/errors.ts";

export interface ListQuestion {
  readonly id: number;
  readonly list: keyof Lists;
  readonly given: readonly unknown[];
}

export type ListAnswer =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number;
      readonly failure: {
        readonly isOfStore: boolean;
        readonly message: string;
        readonly stack: string;
      };
    };

export interface ListReader {
  readonly lists: Lists;
  close(): Promise<void>;
}

/** The thread takes some megabytes. */
const idleMs = 60_000;

/**
 * Reads lists in a thread with a connection of its own: a statement over many rows takes some tenths of a second, in
 * which this thread could serve nothing else. The thread starts with the first list and ends when none is asked for.
 */
export function createListReader(path: string, mayUse: () => void): ListReader {
  let thread: ListThread | null = null;
  let idle: NodeJS.Timeout | undefined;
  const ask = async <Result>(list: keyof Lists, ...given: readonly unknown[]): Promise<Result> => {
    mayUse();
    clearTimeout(idle);
    thread = thread?.hasEnded === false ? thread : new ListThread(path);
    const { answer } = thread;
    // The thread has run the method of this name.
    const result = (await answer(list, given)) as Result;
    clearTimeout(idle);
    idle = setTimeout(() => void end(), idleMs).unref();
    return result;
  };
  const end = async () => {
    const ended = thread;
    thread = null;
    await ended?.close();
  };
  return {
    lists: {
      query: (...given) => ask("query", ...given),
      generations: (...given) => ask("generations", ...given),
      agentSessions: (...given) => ask("agentSessions", ...given),
      failedAttempts: (...given) => ask("failedAttempts", ...given),
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

class ListThread {
  hasEnded = false;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  constructor(path: string) {
    this.#worker = new Worker(new URL("./list-thread.ts", import.meta.url), {
      workerData: { path },
    });
    this.#worker.on("message", (answer: ListAnswer) => this.#take(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("it has ended")));
    this.#worker.unref();
  }

  answer = (list: keyof Lists, given: readonly unknown[]): Promise<unknown> => {
    const id = this.#asked++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    this.#worker.postMessage({ id, list, given } satisfies ListQuestion);
    return waiting.promise;
  };

  async close(): Promise<void> {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.ref();
    this.#worker.postMessage("close");
    await ended;
  }

  #take(answer: ListAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ("failure" in answer) waiting?.reject(toError(answer.failure));
    else waiting?.resolve(answer.result);
  }

  #fail(error: Error): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values())
      reject(
        new StoreUnavailable(`SQLite cannot be read now: ${error.message}.`, { cause: error }),
      );
    this.#waiting.clear();
  }
}

type Failure = Extract<ListAnswer, { failure: unknown }>["failure"];

function toError({ isOfStore, message, stack }: Failure): Error {
  const error = isOfStore ? new StoreUnavailable(message) : new Error(message);
  error.stack = stack;
  return error;
}
