import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { ProcessStatus } from "../../operations/gateway.ts";
import { Gathering, tell } from "./gathering.ts";
import { type FromWorker, type Snapshot, unwrap } from "./message.ts";

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
