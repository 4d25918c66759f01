import { randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../ports/errors.ts";

export interface FileGuard {
  /** Throws StoreUnavailable from the moment on that the open files are not those of the data folder. */
  check(): void;
  /** Checks the files now, instead of at the next second. */
  look(): void;
  /** Resolves when everything that can be saved is saved. */
  close(): Promise<void>;
}

export interface FileGuardOptions {
  readonly path: string;
  /** The connection from which a copy is made. */
  readonly database: DatabaseSync;
  readonly onAlarm: (message: string) => void;
}

const lookEveryMs = 1000;

/**
 * Detects that the files of a running gateway were deleted or replaced. Refuses further bookings, which would be lost
 * with the files, and saves their content: only a process that has them open can still read it.
 */
export function guardFiles({ path, database, onAlarm }: FileGuardOptions): FileGuard {
  const findLoss = rememberFiles(path);
  const toPath = rescuePath(path);
  let loss: FileLoss | null = null;
  let saving: Promise<void> | null = null;
  let isSaved = false;
  let lastProblem = "";

  const save = async (): Promise<void> => {
    try {
      await rescue(database, toPath);
      isSaved = true;
      onAlarm(savedMessage(path, toPath));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem)
        onAlarm(`${basename(toPath)} could not be written, and is tried again: ${problem}`);
      lastProblem = problem;
    }
    saving = null;
  };
  const look = (): void => {
    if (loss === null) {
      loss = findLoss();
      if (loss !== null) onAlarm(lossMessage(loss, toPath));
    }
    // The content of an emptied file is lost.
    if (loss !== null && loss.fate !== "emptied" && !isSaved) saving ??= save();
  };
  const timer = setInterval(look, lookEveryMs).unref();

  return {
    check() {
      if (loss !== null)
        throw new StoreUnavailable(`${loss.file} was ${loss.fate} while it was in use.`);
    },
    look,
    async close() {
      clearInterval(timer);
      look();
      await saving;
    },
  };
}

function lossMessage({ file, fate }: FileLoss, toPath: string): string {
  const happened = `${file} was ${fate} while the gateway had it open: every request gets 503 from now on.`;
  return fate === "emptied"
    ? `${happened} Stop every process of the gateway and restore a backup.`
    : `${happened} What is booked is copied to ${toPath}: end no process before the log says that this is done.`;
}

function savedMessage(path: string, toPath: string): string {
  const name = basename(path);
  return `All that was booked is saved in ${toPath}. To go on with it: stop every process of the gateway, remove what there is of ${name}, ${name}-wal and ${name}-shm, rename the copy to ${name}, and start again.`;
}

/**
 * The path for the copy of a database that has lost its files: the same in all processes that had it open, and
 * another one for each loss.
 */
export function rescuePath(databasePath: string): string {
  const { ino, birthtimeMs } = statSync(databasePath);
  return `${databasePath}.rescued-${ino.toString(36)}-${Math.round(birthtimeMs).toString(36)}`;
}

/** Copies what an open connection sees, without blocking the process; completely or not at all. */
export async function rescue(database: DatabaseSync, toPath: string): Promise<void> {
  // Another process of this gateway, which had the same files, was faster.
  if (existsSync(toPath)) return;
  const draft = `${toPath}.${randomBytes(4).toString("hex")}`;
  closeSync(openSync(draft, "wx", 0o600));
  try {
    await backup(database, draft, { rate: 1000 });
    flush(draft);
    link(draft, toPath);
  } finally {
    rmSync(draft, { force: true });
  }
}

function flush(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Not `rename`, which would overwrite a copy that another process has made meanwhile. */
function link(draft: string, toPath: string): void {
  try {
    linkSync(draft, toPath);
  } catch (error) {
    if (!existsSync(toPath)) throw error;
  }
}

/** What happened to a file that SQLite has open. */
export interface FileLoss {
  readonly file: string;
  readonly fate: "deleted" | "replaced" | "emptied";
}

interface OpenedFile {
  readonly name: string;
  readonly stats: BigIntStats;
  readonly isDatabase: boolean;
}

/**
 * SQLite keeps working on files that were deleted or replaced: its bookings are then lost when the process ends.
 * The returned function compares the files under these names now with those at the call.
 */
export function rememberFiles(path: string): () => FileLoss | null {
  const opened = ["", "-wal", "-shm"].flatMap((suffix): OpenedFile[] => {
    const name = path + suffix;
    const stats = look(name);
    return typeof stats === "string" ? [] : [{ name, stats, isDatabase: suffix === "" }];
  });
  return () => {
    for (const file of opened) {
      const fate = fateOf(file, look(file.name));
      if (fate !== null) return { file: basename(file.name), fate };
    }
    return null;
  };
}

type Look = BigIntStats | "missing" | "unknown";

function look(path: string): Look {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? "missing";
  } catch {
    // A folder without permission or a failing disk: the files may still be there.
    return "unknown";
  }
}

/** Other programs empty the log when they copy it back completely; a database in use is never empty. */
function fateOf({ stats, isDatabase }: OpenedFile, now: Look): FileLoss["fate"] | null {
  if (now === "unknown") return null;
  if (now === "missing") return "deleted";
  if (now.dev !== stats.dev || now.ino !== stats.ino) return "replaced";
  return isDatabase && stats.size > 0n && now.size === 0n ? "emptied" : null;
}
