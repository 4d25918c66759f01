import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { steps } from "./steps.ts";
import { choosePorts, Visit, written } from "./visit.ts";

const root = join(import.meta.dirname, "../..");
const usage = `Usage: npm run newcomer -- [--screenshots <folder>] [--keep]

Plays a newcomer's first ten minutes: clones what is committed, and starts it with an empty home folder. Opens the
documentation in a browser, runs every command of README.md and of the first guide as it is written, installs the client
into a project, asks the mock, runs a key dry, uses a wrong key, makes a backup and restores it.

  --screenshots <folder>  where the pictures of the pages go (.portico/newcomer)
  --keep                  leave the clone, the home and the project where they are, and say where

Needs git, bash, curl, Chromium and npm's registry. What is not played stands in scripts/newcomer/pieces.ts.`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h", default: false },
    keep: { type: "boolean", default: false },
    screenshots: { type: "string", default: join(root, ".portico/newcomer") },
  },
});

const say = (line: string): void => console.log(line);

async function play(): Promise<boolean> {
  const ports = await choosePorts();
  for (const name of ["gateway", "mock", "second"] as const)
    if (ports[name] !== written[name])
      say(`Port ${written[name]} is in use: ${ports[name]} stands in for it.`);
  const visit = new Visit({ root, screenshots: resolve(values.screenshots), ports, say });
  try {
    return await walk(visit);
  } finally {
    await visit.end();
    if (values.keep) say(`Everything is in ${visit.folder}.`);
    // Two trees of packages: nobody need wait until all their files are gone.
    else spawn("rm", ["-rf", visit.folder], { detached: true, stdio: "ignore" }).unref();
    say(`The pictures are in ${visit.options.screenshots}.`);
  }
}

/** Takes the steps one after the other; one that fails does not keep the others from being tried. */
async function walk(visit: Visit): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const rows: string[] = [];
  const row = (name: string, sinceMs: number, state: string): void => {
    const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1).padStart(6);
    rows.push(`${name.padEnd(width)}  ${seconds} s  ${state}`);
  };
  const begunMs = performance.now();
  let failed = 0;
  for (const [index, { name, isNeeded, run }] of steps.entries()) {
    say(`${index + 1}/${steps.length} ${name} …`);
    const startedMs = performance.now();
    const failure = await run(visit).then(() => null, explain);
    row(name, startedMs, failure === null ? "ok" : "FAILED");
    if (failure === null) continue;
    failed += 1;
    say(`FAILED: ${name}\n${failure}`);
    if (isNeeded) break;
  }
  row("all", begunMs, failed === 0 ? "ok" : `${failed} FAILED`);
  say(["", ...rows].join("\n"));
  return failed === 0;
}

/** What was found needs no place in our sources; anything else is a mistake of this test, and does. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === "Unexpected" ? error.message : (error.stack ?? error.message);
}

if (values.help) console.log(usage);
else process.exitCode = (await play()) ? 0 : 1;
