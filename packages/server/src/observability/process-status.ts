import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ProcessStatus } from "../operations/gateway.ts";
import { RecentFigures } from "./recent-figures.ts";

/** The monitor measures how late its own timer is. */
const resolutionMs = 20;
const lookMs = 15_000;

interface InFlight {
  requests(): number;
  bodyBytes(): number;
}

export interface OwnStatus {
  readonly recent: RecentFigures;
  /** The requests in flight, read when asked. */
  watchInFlight(read: InFlight): void;
  read(): ProcessStatus;
  close(): void;
}

/** What this process does, for `GET /status`. */
export function createOwnStatus(processId: string): OwnStatus {
  const recent = new RecentFigures();
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const look = (): number => {
    const lagMs = Math.max(0, delays.percentile(99) / 1e6 - resolutionMs);
    recent.eventLoopLag(lagMs);
    return lagMs;
  };
  const timer = setInterval(() => {
    look();
    delays.reset();
  }, lookMs).unref();
  let inFlight: InFlight = { requests: () => 0, bodyBytes: () => 0 };
  return {
    recent,
    watchInFlight(read) {
      inFlight = read;
    },
    read() {
      look();
      return {
        id: processId,
        pid: process.pid,
        startedAtMs: Math.round(performance.timeOrigin),
        requestsInFlight: inFlight.requests(),
        bodyBytesInFlight: inFlight.bodyBytes(),
        memoryBytes: process.memoryUsage.rss(),
        ...recent.sums(),
      };
    },
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
