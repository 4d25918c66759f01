import type { Alert, AlertStore, NoticesOf } from "../store/ports/alerts.ts";

export interface AlertLoopParts {
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

export interface AlertLoop {
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
  let running: Promise<void> | null = null;
  let isNudged = false;

  const tellAll = async () => {
    while (!isClosed) {
      const told = await alerts.fanOut(noticesOf);
      if (told.length === 0) return;
      onTold(told);
    }
  };
  const look = () => {
    if (running !== null) return;
    isNudged = false;
    running = tellAll()
      .catch(onProblem)
      .finally(() => {
        running = null;
        // The alert may have been written behind the look that has just ended.
        if (isNudged) nudge();
      });
  };
  const nudge = () => {
    isNudged = true;
    if (isClosed || soon !== null || running !== null) return;
    soon = setTimeout(() => {
      soon = null;
      look();
    }, soonMs).unref();
  };
  const timer = setInterval(look, pollMs).unref();
  look();

  return {
    nudge,
    async close() {
      isClosed = true;
      clearInterval(timer);
      if (soon !== null) clearTimeout(soon);
      await running;
    },
  };
}
