import { repeat } from "../repeat.ts";
import type { Alert, AlertStore, NoticesOf } from "../store/ports/alerts.ts";

interface AlertLoopParts {
  readonly alerts: Pick<AlertStore, "fanOut">;
  readonly noticesOf: NoticesOf;
  /** Called when the notices of these alerts are stored. */
  readonly onTold: (alerts: readonly Alert[]) => void;
  /** The store failed. */
  readonly onProblem: (error: unknown) => void;
}

export interface AlertLoopOptions {
  /** How often it looks for the alerts of other processes. */
  readonly pollMs?: number;
  /** How long after a nudge it looks: the nudges of a busy second are one look. */
  readonly soonMs?: number;
}

interface AlertLoop {
  /** An alert may have been written. */
  nudge(): void;
  close(): Promise<void>;
}

/** Writes the notices of alerts that have none. Several processes may do so at once: the store gives each alert to one. */
export function createAlertLoop(parts: AlertLoopParts, options: AlertLoopOptions = {}): AlertLoop {
  const { alerts, noticesOf, onTold, onProblem } = parts;
  const { pollMs = 5000, soonMs = 250 } = options;
  let isClosed = false;
  let soon: NodeJS.Timeout | null = null;
  const tellAll = async () => {
    while (!isClosed) {
      const told = await alerts.fanOut(noticesOf);
      if (told.length === 0) return;
      onTold(told);
    }
  };
  const looks = repeat(tellAll, { everyMs: pollMs, onProblem });
  looks.now();

  return {
    nudge() {
      // Also during a look: the alert may have been written behind it.
      soon ??= setTimeout(() => {
        soon = null;
        looks.now();
      }, soonMs).unref();
    },
    async close() {
      isClosed = true;
      if (soon !== null) clearTimeout(soon);
      await looks.close();
    },
  };
}
