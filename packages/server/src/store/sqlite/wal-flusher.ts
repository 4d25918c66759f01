import { fdatasync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";

/** A file handle's own `datasync` costs twice as much of the main thread. */
const toDisk = promisify(fdatasync);

const soonMs = 5;

export interface WalFlusher {
  /** What was committed before the call outlives a power cut once this resolves. */
  flush(): Promise<void>;
  /** Within some milliseconds, with the next who asks or for itself: nobody waits for it. */
  flushSoon(): void;
  close(): Promise<void>;
}

/**
 * Waits for the disk in SQLite's place: with `synchronous = full` it would wait inside the commit, and nobody could
 * write meanwhile. All who ask while one flush is under way share the next. SQLite's locks are on other files than
 * this one, so closing it gives none of them up.
 */
export function createWalFlusher(databasePath: string): WalFlusher {
  let file: FileHandle | null = null;
  let waiting: PromiseWithResolvers<void> | null = null;
  let running: Promise<void> | null = null;
  let later: NodeJS.Timeout | null = null;

  const flushOnce = async (): Promise<void> => {
    // There from the first write on, and for as long as anybody has the database open.
    file ??= await open(`${databasePath}-wal`, "r+");
    await toDisk(file.fd);
  };
  const flushAll = async (): Promise<void> => {
    while (waiting !== null) {
      const { resolve, reject } = waiting;
      waiting = null;
      await flushOnce().then(resolve, reject);
    }
    running = null;
  };

  const flush = (): Promise<void> => {
    if (later !== null) clearTimeout(later);
    later = null;
    waiting ??= Promise.withResolvers();
    const { promise } = waiting;
    running ??= flushAll();
    return promise;
  };

  return {
    flush,
    flushSoon() {
      // Whoever waits for a flush will say what went wrong with it.
      later ??= setTimeout(() => void flush().catch(() => {}), soonMs);
    },
    async close() {
      if (later !== null) clearTimeout(later);
      await running;
      await file?.close();
    },
  };
}
