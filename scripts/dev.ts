import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { watchFolders } from "../packages/contract/src/watch-folders.ts";

const root = join(import.meta.dirname, "..");
/** Mock and docs look after the generated document themselves; the server reads it once, at start-up. */
const parts = [
  { name: "server", color: "cyan", script: "packages/server/src/main.ts", restarts: true },
  { name: "mock", color: "magenta", script: "packages/mock/src/main.ts", restarts: false },
  { name: "docs", color: "yellow", script: "packages/docs/src/serve.ts", restarts: false },
] as const;

type Color = (typeof parts)[number]["color"] | "green" | "red";

function print(name: string, color: Color, line: string): void {
  console.log(`${styleText(color, name.padEnd(7))}│ ${line}`);
}

function printLines(name: string, color: Color, stream: Readable): void {
  createInterface({ input: stream }).on("line", (line) => print(name, color, line));
}

function start(name: string, color: Color, parameters: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  printLines(name, color, child.stdout);
  printLines(name, color, child.stderr);
  return child;
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", resolve));
}

const running = new Map<string, ChildProcess>();
let stopping = false;

/** Node itself restarts a part when one of its source files changes. */
function startPart({ name, color, script }: (typeof parts)[number]): void {
  if (!existsSync(join(root, script))) {
    print(name, color, `${script} does not exist (yet).`);
    return;
  }
  const child = start(name, color, ["--watch", "--watch-preserve-output", script]);
  running.set(name, child);
  child.once("exit", (code) => {
    if (running.get(name) !== child || stopping) return;
    running.delete(name);
    print(name, "red", `ended with ${code}; save a file of spec/ to start it again.`);
  });
}

async function stop(name: string): Promise<void> {
  const child = running.get(name);
  if (child === undefined) return;
  running.delete(name);
  child.kill("SIGTERM");
  await ended(child);
}

async function follow(): Promise<void> {
  print("spec", "green", "changed: generating …");
  const code = await ended(start("spec", "green", ["scripts/generate.ts"]));
  if (code !== 0) {
    print("spec", "red", "not generated; everything goes on with the last good one.");
    return;
  }
  for (const part of parts)
    if (part.restarts || !running.has(part.name)) {
      await stop(part.name);
      if (!stopping) startPart(part);
    }
}

let following = Promise.resolve();
watchFolders([join(root, "spec")], () => {
  following = following.then(follow);
});

async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(parts.map(({ name }) => stop(name)));
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());

parts.forEach(startPart);
