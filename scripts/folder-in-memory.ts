import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./bootstrap/lock.mjs";

const memory = "/dev/shm";
/** Of this user: those of another one cannot be removed. */
const prefix = `portico-tests-${process.getuid?.() ?? 0}-`;
/** A whole run needs a quarter of it. */
const leastBytes = 4 * 1024 ** 3;

/**
 * A folder in memory for the files of a run, or null where there is no room: a store's tests spend a sixth of their
 * time on commits that reach a disk.
 */
export function folderInMemory(): string | null {
  if (!hasRoom()) return null;
  removeForgotten();
  const folder = join(memory, `${prefix}${process.pid}`);
  // PostgreSQL runs as another user where the tests run as root.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}

/** Those of runs that were killed. */
function removeForgotten(): void {
  for (const name of readdirSync(memory)) {
    const run = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (run > 0 && !isAlive(run)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
