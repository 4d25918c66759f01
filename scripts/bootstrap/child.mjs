import { spawn } from "node:child_process";
import { environment, root } from "./environment.mjs";
import { failureOf, SetUpFailure } from "./failure.mjs";
import { lockedFor, release } from "./lock.mjs";

/** @type {readonly NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a tool of the set-up quietly; what it prints is shown only when it fails.
 * @param {string} step
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ nodeFolder?: string, cwd?: string }} [options]
 * @returns {Promise<void>}
 */
export function runStep(step, command, parameters, { nodeFolder, cwd = root } = {}) {
  const env = environment({ forSetUp: true, ...(nodeFolder && { nodeFolder }) });
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    child.kill(signal);
    // Not its "close": that would wait for every process that the tool has started and left behind.
    child.once("exit", () => endBySignal(signal));
  };
  // Before the tool starts: a signal between its start and these handlers would leave it running.
  for (const signal of signals) process.on(signal, stop);
  const child = spawn(command, parameters, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) lockedFor(child.pid);
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => {
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
      reject(missing ? new SetUpFailure(missingCommand(command)) : failureOf(step, String(error)));
    });
    child.on("close", (code) => {
      for (const signal of signals) process.off(signal, stop);
      if (code === 0) resolve();
      else reject(failureOf(step, Buffer.concat(output).toString()));
    });
  });
}

/** @param {string} command */
function missingCommand(command) {
  return `${command} was not found. It comes with Node: install Node together with npm (some distributions package it apart, as "npm") and run the same command again.`;
}

/**
 * Becomes the verb as far as a parent process can: its output, exit code and signals are the verb's own.
 * @param {string} node
 * @param {readonly string[]} parameters
 * @param {string} nodeFolder
 * @param {boolean} [fetches]
 * @returns {Promise<void>}
 */
export function runVerb(node, parameters, nodeFolder, fetches = false) {
  const env = environment({ nodeFolder, forSetUp: fetches });
  const child = spawn(node, parameters, { cwd: root, env, stdio: "inherit" });
  for (const signal of signals) {
    let last = 0;
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well, and npm repeats what the whole group was sent;
      // a second signal would mean "at once" to most programs.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      if (Date.now() - last > 1000) child.kill(signal);
      last = Date.now();
    });
  }
  if (process.env["npm_lifecycle_event"]) followParent(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (signal !== null) endBySignal(signal);
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}

/**
 * An npm that is killed outright passes nothing on; the gateway it started must not stay behind unseen.
 * @param {import("node:child_process").ChildProcess} child
 */
function followParent(child) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 500).unref();
}

/**
 * Dies of the same signal, so that the caller's shell sees what happened.
 * @param {NodeJS.Signals} signal
 */
function endBySignal(signal) {
  release();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
