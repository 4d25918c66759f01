import { StoreBusy } from "../ports/errors.ts";

/** The connections that this process may use at once. */
export interface Places {
  /** Waits in line for a place. Rejects with StoreBusy if none becomes free in time. */
  take(): Promise<void>;
  give(): void;
  /** The database is away: those in line would each only wait as long again. */
  refuseAll(error: unknown): void;
}

/** Not the pool's own line: its time-out is the one for opening a connection, and says that the database is away. */
export function createPlaces(count: number, patienceMs: number): Places {
  let free = count;
  const line = new Set<PromiseWithResolvers<void>>();
  const refusal = () => {
    const all = count === 1 ? "The connection" : `All ${count} connections`;
    return new StoreBusy(
      `${all} of this process to PostgreSQL stayed in use by other requests for ${patienceMs} ms.`,
    );
  };
  return {
    async take() {
      if (free > 0) {
        free -= 1;
        return;
      }
      const waiting = Promise.withResolvers<void>();
      line.add(waiting);
      const timer = setTimeout(() => waiting.reject(refusal()), patienceMs);
      try {
        await waiting.promise;
      } finally {
        clearTimeout(timer);
        line.delete(waiting);
      }
    },
    give() {
      const [next] = line;
      if (next === undefined) free += 1;
      else {
        line.delete(next);
        next.resolve();
      }
    },
    refuseAll(error) {
      for (const waiting of line) waiting.reject(error);
      line.clear();
    },
  };
}
