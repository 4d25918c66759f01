import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  databaseFile,
  type FirstIdentity,
  firstTenant,
  openStore,
  type Store,
  type StorePlace,
} from "@portico/server/proof/store";
import { startPostgres } from "@portico/test-support/postgres/start-postgres";
import { Command } from "commander";
import { fill, filled } from "./million/fill.ts";
import { explainPostgres, explainSqlite, isFullScan, type Listening } from "./million/plans.ts";
import { questions } from "./million/questions.ts";
import { median } from "./report.ts";

interface Flags {
  readonly rows: string;
  readonly keys: string;
  readonly engine?: string;
}

const flags = new Command("explain-million")
  .description(
    "Fills a ledger with a million rows and shows how every query of the store is answered.",
  )
  .option("--rows <number>", "of the ledger", "1000000")
  .option("--keys <number>", "that have made the requests", "1000")
  .option("--engine <name>", "only sqlite or only postgres")
  .parse()
  .opts<Flags>();

async function sqlite(): Promise<boolean> {
  const dataFolder = mkdtempSync(join(tmpdir(), "portico-million-"));
  try {
    const listening = explainSqlite(await prepareFile(dataFolder));
    const isGood = await report("SQLite", { dataFolder }, listening);
    return (await explainHotStatements(listening, { dataFolder })) && isGood;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/**
 * Admission and settlement are prepared once, when a store is opened: before the first question is asked. The store has
 * its tables already: a migration reads a table from end to end, once in its life.
 */
async function explainHotStatements(listening: Listening, place: StorePlace): Promise<boolean> {
  listening.take();
  await (await openStore(place)).close();
  const nodes = listening.take();
  console.log(`| statements of admission and settlement | | | | ${nodes.join("; ")} |`);
  return !nodes.some(isFullScan);
}

async function prepareFile(dataFolder: string): Promise<string> {
  await (await openStore({ dataFolder })).close();
  return join(dataFolder, databaseFile);
}

async function postgres(): Promise<boolean> {
  const server = await startPostgres();
  try {
    const databaseUrl = `${server.url}/postgres`;
    const listening = await explainPostgres(databaseUrl);
    return await report("PostgreSQL", { databaseUrl }, listening);
  } finally {
    await server.stop();
  }
}

/** True where no growing table is read from end to end. */
async function report(name: string, place: StorePlace, listening: Listening): Promise<boolean> {
  const store = await openStore(place);
  try {
    const identity: FirstIdentity = await firstTenant(store);
    const startedMs = performance.now();
    filled.keys = Number(flags.keys);
    await fill(place, identity, Number(flags.rows));
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
    console.log(
      `\n## ${name}: ${flags.rows} ledger rows, ${filled.keys} keys, filled in ${seconds} s\n`,
    );
    console.log(
      "| question | ms | CPU ms | held ms | how it is answered |\n| --- | ---: | ---: | ---: | --- |",
    );
    return await askAll(store, identity, listening);
  } finally {
    await store.close();
  }
}

async function askAll(
  store: Store,
  identity: FirstIdentity,
  listening: Listening,
): Promise<boolean> {
  let isGood = true;
  for (const { name, times, ask } of questions(identity)) {
    listening.take();
    const costs: Cost[] = [];
    for (let time = 0; time < times; time += 1) costs.push(await costOf(() => ask(store)));
    const nodes = listening.take();
    isGood &&= !nodes.some(isFullScan);
    const shown = (["tookMs", "cpuMs", "heldMs"] as const).map((figure) =>
      median(costs.map((cost) => cost[figure])).toFixed(2),
    );
    console.log(`| ${name} | ${shown.join(" | ")} | ${nodes.join("; ")} |`);
  }
  return isGood;
}

interface Cost {
  readonly tookMs: number;
  /** Of all threads of this process: PostgreSQL's own is not in it. */
  readonly cpuMs: number;
  /** The longest time for which nothing else could be done. */
  readonly heldMs: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  let heldMs = 0;
  let turnedMs = startedMs;
  const turn = () => {
    heldMs = Math.max(heldMs, performance.now() - turnedMs);
    turnedMs = performance.now();
  };
  const turns = setInterval(turn, 1);
  await work();
  turn();
  clearInterval(turns);
  const { user, system } = process.cpuUsage(before);
  return { tookMs: turnedMs - startedMs, cpuMs: (user + system) / 1000, heldMs };
}

const engines = { sqlite, postgres };
for (const [name, run] of Object.entries(engines))
  if (flags.engine === undefined || flags.engine === name)
    if (!(await run())) {
      console.error(`\n${name} reads a growing table from end to end.`);
      process.exitCode = 1;
    }
