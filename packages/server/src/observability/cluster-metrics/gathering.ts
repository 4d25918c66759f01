import cluster, { type Worker } from "node:cluster";
import { type FromPrimary, wrap } from "./message.ts";

/** A process that takes longer is left out. */
const patienceMs = 1000;

/** A question of the primary process to all processes of the node, and their last answers. */
export class Gathering<Answer> {
  readonly latest = new Map<number, Answer>();
  readonly #listeners = new Set<(worker: number) => void>();
  readonly #question: FromPrimary;

  constructor(question: FromPrimary) {
    this.#question = question;
  }

  hear(worker: number, answer: Answer): void {
    this.latest.set(worker, answer);
    for (const heard of this.#listeners) heard(worker);
  }

  /** The process has ended. Returns its last answer. */
  forget(worker: number): Answer | undefined {
    const last = this.latest.get(worker);
    this.latest.delete(worker);
    for (const heard of this.#listeners) heard(worker);
    return last;
  }

  /** Asks all processes. Resolves to those that did not answer in time. */
  ask(): Promise<ReadonlySet<number>> {
    return new Promise((resolve) => {
      const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const missing = new Set(asked.map(({ id }) => id));
      const done = (): void => {
        clearTimeout(impatience);
        this.#listeners.delete(heard);
        resolve(missing);
      };
      const heard = (worker: number): void => {
        missing.delete(worker);
        if (missing.size === 0) done();
      };
      const impatience = setTimeout(done, patienceMs);
      this.#listeners.add(heard);
      for (const worker of asked) tell(worker, this.#question);
    });
  }
}

export function tell(worker: Worker, message: FromPrimary): void {
  // A process that is about to end cannot receive messages, and needs none.
  if (worker.isConnected()) worker.send(wrap(message), undefined, undefined, () => {});
}
