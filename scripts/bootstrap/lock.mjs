import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { say, stateFolder } from "./environment.mjs";

const lockFile = join(stateFolder, "lock");
/** No set-up takes this long; a lock this old was left behind on another machine or before a reboot. */
const forgottenAfterMs = 20 * 60_000;

/** @type {number[]} the set-up itself and the tool it has started */
let holders = [];

/**
 * Does the work while no other set-up of this checkout does any.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(work) {
  mkdirSync(stateFolder, { recursive: true });
  await acquire();
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Names the tool that runs on our behalf: should we be killed, it may go on for a while, and the next set-up must wait for it.
 * @param {number} pid
 */
export function lockedFor(pid) {
  holders = [process.pid, pid];
  writeFileSync(lockFile, JSON.stringify({ host: hostname(), holders }));
}

export function release() {
  if (holders.length === 0) return;
  holders = [];
  rmSync(lockFile, { force: true });
}

async function acquire() {
  let told = false;
  for (;;) {
    try {
      writeFileSync(lockFile, JSON.stringify({ host: hostname(), holders: [process.pid] }), {
        flag: "wx",
      });
      holders = [process.pid];
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    if (isForgotten()) discard();
    else {
      if (!told) say("another set-up of this checkout is running; waiting for it.");
      told = true;
      await delay(100);
    }
  }
}

function isForgotten() {
  try {
    if (Date.now() - statSync(lockFile).mtimeMs > forgottenAfterMs) return true;
    const { host, holders: pids } = JSON.parse(readFileSync(lockFile, "utf8"));
    return host === hostname() && !pids.some(isAlive);
  } catch (error) {
    // Gone meanwhile, or just being written: look again. A torn one ages until it counts as forgotten.
    return error instanceof SyntaxError && Date.now() - statSync(lockFile).mtimeMs > 5_000;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * In a container nobody may collect the dead, and they answer to signals as if they lived.
 * @param {number} pid
 */
function isZombie(pid) {
  const status = `/proc/${pid}/stat`;
  return existsSync(status) && /\) Z /.test(readFileSync(status, "utf8"));
}

/** Moves the dead lock aside; of several waiters one succeeds, and whoever moved a living lock by mistake puts it back. */
function discard() {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    const { host, holders: pids } = JSON.parse(readFileSync(aside, "utf8"));
    if (host === hostname() && pids.some(isAlive)) renameSync(aside, lockFile);
  } catch {
    // Another waiter was first, or the content was torn: either way the loop looks again.
  }
  rmSync(aside, { force: true });
}
