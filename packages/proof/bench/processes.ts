import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { Worker } from "node:worker_threads";
import type { LoadOrder, LoadResult } from "./load.ts";

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a script of this folder, or any other, that prints its address first. */
export function start(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<Running> {
  const child = spawn(
    process.execPath,
    [...nodeFlags, resolvePath(import.meta.dirname, script), ...args],
    {
      env: { ...process.env, NODE_ENV: "production", ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill();
    });
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const url = /https?:\/\/(?:localhost|[\d.]+):\d+/.exec(printed)?.[0];
      if (url) resolve({ url, child, stop });
    });
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}:\n${printed}`)));
  });
}

export function load(order: LoadOrder): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(resolvePath(import.meta.dirname, "load.ts"), { workerData: order });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

const ticksPerSecond = 100;

/** CPU seconds that a process has used, its threads included, by the kernel's own account. */
export function cpuSeconds({ child }: Running): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

export function residentKilobytes({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
