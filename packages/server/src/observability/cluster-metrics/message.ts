import type { ProcessStatus } from "../../operations/gateway.ts";

/** The messages about metrics and status between the processes of one node. */
export type Snapshot = readonly object[];

/**
 * `scrape` and `inquiry`: a request for the metrics or the statuses of the node. `snapshot` and `status`: this process's
 * own, as requested or, for counts, at its end.
 */
export type FromWorker =
  | { readonly scrape: number }
  | { readonly inquiry: number }
  | { readonly snapshot: Snapshot }
  | { readonly status: ProcessStatus };

export type FromPrimary =
  | { readonly tellSnapshot: true }
  | { readonly tellStatus: true }
  | { readonly scrape: number; readonly text: string }
  | { readonly inquiry: number; readonly statuses: readonly ProcessStatus[] };

/** Node and other code use the same channel, so the messages have a name. */
const name = "porticoMetrics";

export function wrap<Message extends FromWorker | FromPrimary>(message: Message): object {
  return { [name]: message };
}

export function unwrap<Message extends FromWorker | FromPrimary>(
  received: unknown,
): Message | undefined {
  return typeof received === "object" && received !== null && name in received
    ? (received[name] as Message)
    : undefined;
}
