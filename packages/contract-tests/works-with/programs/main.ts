import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { factsFile, renderFacts } from "../test/table.ts";
import { type DialectName, dialectNames, startVendors } from "../vendors/vendor.ts";
import { startVendorGateway } from "./gateway.ts";
import { type Program, reasonOf, type Task, tasks } from "./program.ts";
import { programs } from "./programs.ts";
import { keepResult, writeResults } from "./results.ts";
import { type Installed, install } from "./run.ts";
import { tryCompaction, tryPatch, tryPicture, trySearch, type Verdicts } from "./trials.ts";

const tables = new URL("../test/table.ts", import.meta.url);

const usage = `Usage: npm run works-with -- [--only <name>,…] [--vendor <dialect>,…] [--help]

Installs programs of the command line from npm into a temporary folder, in pinned versions, and lets each work with scripted
vendors behind a gateway (${dialectNames.join(", ")}): ${tasks.join(", ")}.
${programs.map(({ name, package: from, version }) => `  ${name.padEnd(16)} ${from}@${version}`).join("\n")}

The client libraries are tested by npm test -- packages/contract-tests/works-with.`;

const { values } = parseArgs({
  options: { only: { type: "string" }, vendor: { type: "string" }, help: { type: "boolean" } },
});
const wanted = values.only?.split(",").map((name) => name.toLowerCase());
const chosen = programs.filter(({ name }) => wanted?.includes(name.toLowerCase()) ?? true);
const chosenVendors = dialectNames.filter(
  (name) => values.vendor?.split(",").includes(name) ?? true,
);

if (values.help === true) console.log(usage);
else if (chosen.length === 0 || chosenVendors.length === 0) {
  console.error(usage);
  process.exitCode = 2;
} else await tryAll();

async function tryAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "portico-programs-"));
  await using vendors = await startVendors();
  try {
    for (const program of chosen) {
      const installed = await installOne(program, folder);
      if (installed === undefined) continue;
      for (const dialect of chosenVendors) {
        const models = [program.model];
        await using gateway = await startVendorGateway(folder, { dialect, vendors, models });
        const trial = { installed, vendors, connection: gateway.connection };
        for (const attempt of [tryPatch, tryPicture, trySearch, tryCompaction])
          tell(program, dialect, await attempt(trial));
      }
    }
    writeResults();
    writePages();
  } finally {
    // Some leave a process behind that still writes.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

async function installOne(program: Program, folder: string): Promise<Installed | undefined> {
  try {
    return await install(program, folder);
  } catch (error) {
    fail(`${program.name} cannot be installed: ${String(error)}`);
    return undefined;
  }
}

function tell(program: Program, dialect: DialectName, verdicts: Verdicts): void {
  for (const [task, wrong] of Object.entries(verdicts) as [Task, string | null][]) {
    const place = `${program.name}, ${dialect}, ${task}`;
    const reason = reasonOf(program, task, dialect);
    if (reason !== undefined && wrong === null) fail(`${place}: works, though ${reason}`);
    else if (reason !== undefined) console.log(`- ${place}: ${reason}`);
    else if (wrong === null) console.log(`${styleText("green", "✓")} ${place}`);
    else fail(`${place}: ${wrong}`);
    keepResult({ program: program.name, dialect, task, works: wrong === null });
  }
}

function fail(message: string): void {
  console.error(`${styleText("red", "✗")} ${message}`);
  process.exitCode = 1;
}

/** What the documentation draws its table from: what all runs have found so far. */
function writePages(): void {
  writeFileSync(new URL(factsFile, tables), renderFacts());
}
