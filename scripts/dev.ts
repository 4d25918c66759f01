import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { styleText } from "node:util";

const root = join(import.meta.dirname, "..");
/** Editors save in bursts; one generation for all of it. */
const quietMs = 150;

const parts = [
  { name: "server", color: "cyan", script: "packages/server/src/main.ts" },
  { name: "mock", color: "magenta", script: "packages/mock/src/main.ts" },
  { name: "docs", color: "yellow", script: "packages/docs/src/serve.ts" },
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
    if (running.get(name) === child) running.delete(name);
    if (!stopping && code !== null)
      print(name, "red", `ended with ${code}; save a file of spec/ to start it again.`);
  });
}

async function stopAll(): Promise<void> {
  const children = [...running.values()];
  running.clear();
  for (const child of children) child.kill("SIGTERM");
  await Promise.all(children.map(ended));
}

/** The generated tables are read at start-up, so a new contract means new processes. */
async function follow(): Promise<void> {
  print("spec", "green", "changed: generating …");
  const code = await ended(start("spec", "green", ["scripts/generate.ts"]));
  if (code !== 0)
    return print("spec", "red", "not generated; everything goes on with the last good one.");
  await stopAll();
  if (!stopping) parts.forEach(startPart);
}

let timer: NodeJS.Timeout | undefined;
let following = Promise.resolve();
watch(join(root, "spec"), { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    following = following.then(follow);
  }, quietMs);
});

async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stopAll();
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());

parts.forEach(startPart);
