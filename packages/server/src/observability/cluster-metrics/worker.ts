import cluster from "node:cluster";
import { GatewayError } from "../../errors.ts";
import type { ProcessStatus } from "../../operations/gateway.ts";
import type { Metrics } from "../metrics.ts";
import type { OwnStatus } from "../process-status.ts";
import { type FromPrimary, type FromWorker, unwrap, wrap } from "./message.ts";

/** Longer than the time that the primary process waits for any worker. */
const patienceMs = 3000;

/** Questions to the primary process that are not answered yet. */
class Waiting<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #what: string;
  #count = 0;

  constructor(what: string) {
    this.#what = what;
  }

  answered(number: number, answer: Answer): void {
    this.#waiting.get(number)?.(answer);
  }

  async ask(send: (number: number) => void): Promise<Answer> {
    this.#count += 1;
    const number = this.#count;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const late = new GatewayError("unavailable", { message: `The ${this.#what} are late.` });
    const impatience = setTimeout(() => reject(late), patienceMs);
    this.#waiting.set(number, resolve);
    send(number);
    try {
      return await promise;
    } finally {
      clearTimeout(impatience);
      this.#waiting.delete(number);
    }
  }
}

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
  const texts = new Waiting<string>("metrics");
  const statuses = new Waiting<readonly ProcessStatus[]>("figures of the processes");
  const tellSnapshot = async () => await tell({ snapshot: await metrics.snapshot() });
  const onMessage = (received: unknown): void => {
    const message = unwrap<FromPrimary>(received);
    if (message === undefined) return;
    if ("tellSnapshot" in message) void tellSnapshot();
    else if ("tellStatus" in message) void tell({ status: own.read() });
    else if ("scrape" in message) texts.answered(message.scrape, message.text);
    else statuses.answered(message.inquiry, message.statuses);
  };
  process.on("message", onMessage);
  return {
    contentType,
    text: () => texts.ask((scrape) => void tell({ scrape })),
    statuses: () => statuses.ask((inquiry) => void tell({ inquiry })),
    async close() {
      process.off("message", onMessage);
      await tellSnapshot();
    },
  };
}

/** Resolves when the message is sent, or can no longer be sent. */
function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(wrap(message), undefined, undefined, () => resolve());
    else resolve();
  });
}
