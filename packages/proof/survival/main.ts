import { Command } from "commander";
import { createLaboratory } from "./parts/laboratory.ts";
import { toLine, toTable } from "./report.ts";
import { type Outcome, runScenario, untried } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";

interface Flags {
  readonly only?: string;
  readonly seconds: string;
  readonly crowd: string;
  readonly cycles: string;
  readonly list?: boolean;
}

const flags = new Command("survival")
  .description(
    "Does harm to real gateway processes under load, and checks afterwards, in two independent ways, that no request\nwas lost, booked twice or paid for beyond a limit.",
  )
  .option("--only <text>", "only scenarios whose name contains this; several with commas")
  .option(
    "--seconds <number>",
    "how long the load of each lasts; 600 for a soak of ten minutes",
    "8",
  )
  .option("--crowd <number>", "streams, slow readers and flooding connections", "500")
  .option("--cycles <number>", "how often each is run", "1")
  .option("--list", "say what there is, and end")
  .parse()
  .opts<Flags>();

const chosen = scenarios.filter(
  ({ name }) =>
    flags.only === undefined || flags.only.split(",").some((part) => name.includes(part)),
);

async function main(): Promise<void> {
  if (flags.list === true) {
    for (const { name, fault } of scenarios) console.log(`${name.padEnd(22)} ${fault}`);
    return;
  }
  if (chosen.length === 0) throw new Error("No scenario has such a name: see --list.");
  const effort = { seconds: Number(flags.seconds), crowd: Number(flags.crowd) };
  await using laboratory = createLaboratory();
  const outcomes: Outcome[] = [];
  for (let cycle = 0; cycle < Number(flags.cycles); cycle += 1)
    for (const scenario of chosen) {
      process.stderr.write(`${scenario.name}: ${scenario.fault} …\n`);
      // One that could not even be tried to its end: that is no survival either.
      const outcome = await runScenario(scenario, effort, laboratory).catch((error: unknown) =>
        untried(scenario, { findings: [textOf(error)] }),
      );
      process.stderr.write(`${toLine(outcome)}\n`);
      outcomes.push(outcome);
    }
  console.log(toTable(outcomes));
  if (outcomes.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main();
