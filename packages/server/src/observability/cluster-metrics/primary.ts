import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { ProcessStatus } from "../../operations/gateway.ts";
import { type FromPrimary, type FromWorker, type Snapshot, unwrap, wrap } from "./message.ts";

/** A process that takes longer is left out. */
const patienceMs = 1000;

/** A question of the primary process to all processes of the node, and their last answers. */
class Gathering<Answer> {
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

function tell(worker: Worker, message: FromPrimary): void {
  // A process that is about to end cannot receive messages, and needs none.
  if (worker.isConnected()) worker.send(wrap(message), undefined, undefined, () => {});
}

/**
 * Adds up the counts of this node's processes, so that a scrape of any process shows the node. Counts of a process that
 * has ended stay in the sum: to Prometheus a sum that falls is a restart. A process that does not answer in time is shown
 * with its last counts, and its status is left out.
 */
export function gatherMetrics(): void {
  const snapshots = new Gathering<Snapshot>({ tellSnapshot: true });
  const statuses = new Gathering<ProcessStatus>({ tellStatus: true });
  let departed: Snapshot = [];

  const answerScrape = async (worker: Worker, scrape: number): Promise<void> => {
    await snapshots.ask();
    const sum = AggregatorRegistry.aggregate([departed, ...snapshots.latest.values()]);
    tell(worker, { scrape, text: await sum.metrics() });
  };
  const answerStatus = async (worker: Worker, inquiry: number): Promise<void> => {
    const missing = await statuses.ask();
    const heard = [...statuses.latest].filter(([id]) => !missing.has(id));
    tell(worker, { inquiry, statuses: heard.map(([, status]) => status) });
  };

  cluster.on("message", (worker, received) => {
    const message = unwrap<FromWorker>(received);
    if (message === undefined) return;
    if ("snapshot" in message) snapshots.hear(worker.id, message.snapshot);
    else if ("status" in message) statuses.hear(worker.id, message.status);
    else if ("scrape" in message) void answerScrape(worker, message.scrape);
    else void answerStatus(worker, message.inquiry);
  });
  // Not on `exit`, which may come before the process's last message.
  cluster.on("disconnect", (worker) => {
    statuses.forget(worker.id);
    const last = snapshots.forget(worker.id);
    if (last !== undefined) departed = sumOf([departed, last]);
  });
}

/** Only counters: the gauges of a process that has ended are dropped. */
function sumOf(snapshots: readonly Snapshot[]): Snapshot {
  const lasting = snapshots.map((snapshot) => snapshot.filter(isCounted));
  return AggregatorRegistry.aggregate(lasting).getMetricsAsArray();
}

function isCounted(metric: object): boolean {
  return "type" in metric && (metric.type === "counter" || metric.type === "histogram");
}
