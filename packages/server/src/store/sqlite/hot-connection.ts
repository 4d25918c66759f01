import type { DatabaseSync } from "node:sqlite";
import type { HotStatements } from "../money/hot-statements.ts";
import type { AlertRules } from "../ports/alerts.ts";
import { StoreUnavailable } from "../ports/errors.ts";
import { createCheckpointer } from "./checkpointer.ts";
import { openSqlite, patiently } from "./sqlite-dialect.ts";
import { createSqliteHotStatements } from "./sqlite-hot-statements.ts";
import { createWalFlusher } from "./wal-flusher.ts";

export interface HotConnection extends HotStatements {
  /** Commits a write, and rejects if the disk does not accept it. */
  proveWrite(): Promise<void>;
  /** Resolves after all work is on the disk. */
  close(): Promise<void>;
}

/** The database's files, which may be deleted or replaced while they are open. */
export interface OpenFiles {
  /** Throws once that was detected. */
  check(): void;
  /** Checks at once. */
  look(): void;
}

/** Settlements wait for the disk: this many batches may be committed during one flush. */
const batchesAtOnce = 32;

/**
 * The connection of the hot statements. It never waits: not for the disk when it commits, not for another writer,
 * not for a checkpoint. Settlements are answered when they are on the disk, holds at once. A hold only has to survive
 * this process, which it does: its caller gets nothing before the settlement is on the disk, and the hold with it
 * (docs/decisions/2026-11-21-money-batching.md).
 */
export async function openHotConnection(
  path: string,
  files: OpenFiles,
  alerts: AlertRules,
): Promise<HotConnection> {
  const database = await openSqlite(path);
  // It deletes holds only: they contain no secret that would have to be overwritten.
  database.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = 0;
    pragma busy_timeout = 0; pragma secure_delete = off`);
  const statements = createSqliteHotStatements(database, alerts, (work) => work());
  const writeProof = createWriteProof(database);
  const flusher = createWalFlusher(path);
  const checkpointer = createCheckpointer(path, database, {
    mayUse() {
      // Asked seldom, and must be certain: the flusher opens the files by name.
      files.look();
      files.check();
    },
  });
  const told = (error: unknown): never => {
    if (error instanceof StoreUnavailable) checkpointer.failed();
    throw error;
  };
  return {
    batchesAtOnce,
    async admit(batch) {
      files.check();
      const admissions = await statements.admit(batch).catch(told);
      checkpointer.committed();
      // Not awaited, but it keeps the loss of a power cut small.
      flusher.flushSoon();
      return admissions;
    },
    async settle(batch) {
      files.check();
      const withoutHold = await statements.settle(batch).catch(told);
      checkpointer.committed();
      await flusher.flush().catch(unavailable);
      return withoutHold;
    },
    async cancel(batch) {
      files.check();
      await statements.cancel(batch).catch(told);
      checkpointer.committed();
      // A hold that came back with a power cut would be charged.
      await flusher.flush().catch(unavailable);
    },
    async abandon(...given) {
      files.check();
      const abandoned = await statements.abandon(...given).catch(told);
      checkpointer.committed();
      await flusher.flush().catch(unavailable);
      return abandoned;
    },
    async proveWrite() {
      await patiently(writeProof).catch(told);
      await flusher.flush().catch(unavailable);
    },
    async close() {
      await checkpointer.close();
      await flusher.close();
      database.close();
    },
  };
}

/** What may not be on the disk counts as not booked: the retry finds it booked if it was. */
function unavailable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new StoreUnavailable(`The disk has not taken the log: ${reason}`, { cause });
}

/** Creates a function that adds a row, removes it and commits. It fails on a full or immutable disk. */
export function createWriteProof(database: DatabaseSync): () => void {
  const insert = database.prepare(
    "insert into processes (id, beats, started_at_ms) values ('write-proof', 0, 0)",
  );
  const remove = database.prepare("delete from processes where id = 'write-proof'");
  return () => {
    database.exec("begin immediate");
    try {
      insert.run();
      remove.run();
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
}
