import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { GatewayError } from "../errors.ts";
import type { ProcessStatus } from "../operations/gateway.ts";
import type { Metrics } from "./metrics.ts";
import type { OwnStatus } from "./process-status.ts";

type Snapshot = readonly object[];

/** What one process has counted, and what it does. */
interface OwnFigures {
  readonly snapshot: Snapshot;
  readonly status: ProcessStatus;
}

interface NodeFigures {
  readonly text: string;
  readonly statuses: readonly ProcessStatus[];
}

/** A question for the figures of the node; or this process's own, as asked for and at its end. */
type FromWorker = { readonly question: number } | { readonly own: OwnFigures };
type FromPrimary =
  | { readonly asksForOwn: true }
  | { readonly question: number; readonly answer: NodeFigures };

/** Node and other code use the same channel, so the messages have a name. */
const name = "porticoMetrics";

function wrap<Message extends FromWorker | FromPrimary>(message: Message): object {
  return { [name]: message };
}

function unwrap<Message extends FromWorker | FromPrimary>(received: unknown): Message | undefined {
  return typeof received === "object" && received !== null && name in received
    ? (received[name] as Message)
    : undefined;
}

/** A process that takes longer is left out. */
const gatheringMs = 1000;

function tellWorker(worker: Worker, message: FromPrimary): void {
  // A process that is about to end cannot receive messages, and needs none.
  if (worker.isConnected()) worker.send(wrap(message), undefined, undefined, () => {});
}

/**
 * Adds up the counts of this node's processes, so that a scrape of any process shows the node. Counts of a process that
 * has ended stay in the sum: to Prometheus a sum that falls is a restart. A process that does not answer in time is shown
 * with its last counts, and its status is left out.
 */
export function gatherMetrics(): void {
  const latest = new Map<number, OwnFigures>();
  const listeners = new Set<(worker: number) => void>();
  const heard = (worker: number): void => {
    for (const listener of listeners) listener(worker);
  };
  let departed: Snapshot = [];

  const answer = async (worker: Worker, question: number): Promise<void> => {
    const missing = await askAll(listeners);
    const snapshots = [...latest.values()].map(({ snapshot }) => snapshot);
    const sum = AggregatorRegistry.aggregate([departed, ...snapshots]);
    const present = [...latest].filter(([id]) => !missing.has(id));
    const statuses = present.map(([, { status }]) => status);
    tellWorker(worker, { question, answer: { text: await sum.metrics(), statuses } });
  };
  cluster.on("message", (worker, received) => {
    const message = unwrap<FromWorker>(received);
    if (message === undefined) return;
    if ("question" in message) void answer(worker, message.question);
    else {
      latest.set(worker.id, message.own);
      heard(worker.id);
    }
  });
  // Not on `exit`, which may come before the process's last message.
  cluster.on("disconnect", (worker) => {
    const last = latest.get(worker.id);
    latest.delete(worker.id);
    heard(worker.id);
    if (last !== undefined) departed = sumOf([departed, last.snapshot]);
  });
}

/** Asks all processes of the node. Resolves to those that did not answer in time. */
function askAll(listeners: Set<(worker: number) => void>): Promise<ReadonlySet<number>> {
  return new Promise((resolve) => {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const missing = new Set(asked.map(({ id }) => id));
    const done = (): void => {
      clearTimeout(impatience);
      listeners.delete(heard);
      resolve(missing);
    };
    const heard = (worker: number): void => {
      missing.delete(worker);
      if (missing.size === 0) done();
    };
    const impatience = setTimeout(done, gatheringMs);
    listeners.add(heard);
    for (const worker of asked) tellWorker(worker, { asksForOwn: true });
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

/** Longer than the time that the primary process waits for any worker. */
const patienceMs = 3000;

export interface NodeMetrics {
  readonly contentType: string;
  /** The metrics of all processes of this node. */
  text(): Promise<string>;
  /** What all processes of this node do. */
  statuses(): Promise<readonly ProcessStatus[]>;
  /** Sends this process's counts to the primary process before this one ends. */
  close(): Promise<void>;
}

/** Several processes share one port and a request reaches any of them, so each answers for all. */
export function createNodeMetrics(metrics: Metrics, own: Pick<OwnStatus, "read">): NodeMetrics {
  const { contentType } = metrics;
  if (!cluster.isWorker)
    return {
      contentType,
      text: metrics.text,
      statuses: async () => [own.read()],
      close: async () => {},
    };
  const waiting = new Map<number, (answer: NodeFigures) => void>();
  let count = 0;
  const ask = async (what: string): Promise<NodeFigures> => {
    count += 1;
    const question = count;
    const { promise, resolve, reject } = Promise.withResolvers<NodeFigures>();
    const late = new GatewayError("unavailable", { message: `The ${what} are late.` });
    const impatience = setTimeout(() => reject(late), patienceMs);
    waiting.set(question, resolve);
    void tellPrimary({ question });
    try {
      return await promise;
    } finally {
      clearTimeout(impatience);
      waiting.delete(question);
    }
  };
  const tellOwn = async () =>
    await tellPrimary({ own: { snapshot: await metrics.snapshot(), status: own.read() } });
  const onMessage = (received: unknown): void => {
    const message = unwrap<FromPrimary>(received);
    if (message === undefined) return;
    if ("answer" in message) waiting.get(message.question)?.(message.answer);
    else void tellOwn();
  };
  process.on("message", onMessage);
  return {
    contentType,
    text: async () => (await ask("metrics")).text,
    statuses: async () => (await ask("figures of the processes")).statuses,
    async close() {
      process.off("message", onMessage);
      await tellOwn();
    },
  };
}

/** Resolves when the message is sent, or can no longer be sent. */
function tellPrimary(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(wrap(message), undefined, undefined, () => resolve());
    else resolve();
  });
}
