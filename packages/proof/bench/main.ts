import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { compare, gatewayContender, startReferences } from "./contenders.ts";
import { startGateway } from "./gateway.ts";
import { measureMoney } from "./money.ts";
import { measureOneCall } from "./one-call.ts";
import { residentKilobytes, start } from "./processes.ts";
import { type Figure, median, type Section, sectionToMarkdown, toMarkdown } from "./report.ts";
import { measureRooms } from "./rooms.ts";
import { measureFirstEvent, measureSlowStreams } from "./stream-sections.ts";
import { workloads } from "./workloads.ts";

const starts = 7;

/** How long a start takes on a store that is there, and what a process that does nothing holds. */
async function measureFootprint(): Promise<Section> {
  const upstream = await start("fake-upstream.ts", []);
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-"));
  await (await startGateway(upstream.url, {}, folder)).stop();
  const readyMs: number[] = [];
  const idleMegabytes: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    const startedMs = performance.now();
    const gateway = await startGateway(upstream.url, {}, folder);
    while (!(await fetch(`${gateway.url}/readyz`)).ok) await sleep(1);
    readyMs.push(performance.now() - startedMs);
    await sleep(1500);
    idleMegabytes.push(residentKilobytes(gateway) / 1024);
    await gateway.stop();
  }
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
  const row = (name: string, values: readonly number[]) => [
    name,
    median(values).toFixed(0),
    Math.min(...values).toFixed(0),
    Math.max(...values).toFixed(0),
  ];
  return {
    title: "Start and idle memory",
    note: `${starts} starts on an existing SQLite store, from the process's creation to the first 200 of /readyz; memory is the resident set 1.5 s later.`,
    head: ["what", "median", "least", "most"],
    rows: [row("start to ready, ms", readyMs), row("idle memory, MB", idleMegabytes)],
  };
}

interface Flags {
  readonly rounds: string;
  readonly seconds: string;
  readonly only?: string;
  readonly against?: string;
  readonly top: string;
  readonly write?: boolean;
}

const command = new Command("bench")
  .description(
    "Measures the gateway beside a bare Node proxy and an Express proxy with a validator.",
  )
  .argument("[part]", "`rooms`: where the CPU time of a request goes")
  .option("--rounds <number>", "interleaved rounds", "3")
  .option("--seconds <number>", "of each measurement", "3")
  .option("--only <text>", "only workloads whose name contains this")
  .option("--against <commit>", "rooms: beside an older commit")
  .option("--top <number>", "rooms: so many functions too", "0")
  .option("--write", "keep the report in docs/benchmarks/")
  .parse();
const flags = command.opts<Flags>();
const rounds = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) };

async function main(): Promise<void> {
  const upstream = await start("fake-upstream.ts", []);
  const contenders = [
    ...(await startReferences(upstream.url)),
    gatewayContender(await startGateway(upstream.url)),
  ];
  const figures: Figure[] = [];
  try {
    for (const workload of workloads.filter(({ name }) => isWanted(name))) {
      figures.push(...(await compare(contenders, workload, rounds)));
      process.stderr.write(`measured ${workload.name}\n`);
    }
  } finally {
    for (const { running } of contenders) await running.stop();
    await upstream.stop();
  }
  const sections: Section[] = [];
  for (const [name, measureSection] of Object.entries(others))
    if (isWanted(name)) sections.push(await measureSection());
  const report = [toMarkdown(figures, rounds), ...sections.map(sectionToMarkdown)].join("\n");
  console.log(report);
  if (flags.write) keep(report, { figures, sections });
}

function isWanted(name: string): boolean {
  return name.includes(flags.only ?? "");
}

/** Beside the workloads; chosen by `--only` in the same way. */
const others: Readonly<Record<string, () => Promise<Section>>> = {
  "first event": measureFirstEvent,
  "slow streams": measureSlowStreams,
  footprint: measureFootprint,
  "one call": measureOneCall,
  money: () => measureMoney(rounds.seconds),
};

/** By themselves, because they take minutes. */
async function roomsAlone(): Promise<void> {
  const { against, top } = flags;
  const sections = await measureRooms({ ...rounds, against, isWanted, top: Number(top) });
  const report = sections.map(sectionToMarkdown).join("\n").replace(/^##/, "#");
  console.log(report);
  if (flags.write) writeFileSync(join(folder, "rooms.md"), report);
}

const folder = join(import.meta.dirname, "../../../docs/benchmarks");

function keep(report: string, figures: unknown): void {
  mkdirSync(folder, { recursive: true });
  const name = new Date().toISOString().slice(0, 10);
  writeFileSync(join(folder, `${name}.md`), report);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

if (command.args[0] === "rooms") await roomsAlone();
else await main();
