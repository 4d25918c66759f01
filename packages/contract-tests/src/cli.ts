import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { cases } from "./cases/index.ts";
import { loadClauses } from "./clauses.ts";
import { toJunit } from "./report/junit.ts";
import { toTable } from "./report/table.ts";
import { runSuite } from "./suite/run-suite.ts";
import { type RemoteFlags, remoteTarget } from "./targets/remote.ts";

interface Flags extends RemoteFlags {
  readonly withoutAdditions?: boolean;
  readonly only?: string;
  readonly json?: string;
  readonly junit?: string;
}

const program = new Command("conformance")
  .description("Proves, clause by clause, whether a service keeps the contract.")
  .requiredOption("--url <url>", "the service's address, with or without /api/v1")
  .requiredOption("--key <key>", "an ordinary API key; what is asked costs a little")
  .option("--management-key <key>", "without one, what needs it is not applicable")
  .option("--text-model <id>", "default: sandbox/text where there is one, else the first listed")
  .option(
    "--embedding-model <id>",
    "default: sandbox/embed where there is one, else the first listed",
  )
  .option(
    "--rerank-model <id>",
    "default: sandbox/rerank where there is one, else the first listed",
  )
  .option("--workspace <id>", "UUID or slug of a workspace of the management key", "default")
  .option("--byok-provider <name>", "a provider that takes credentials of a workspace's own")
  .option(
    "--without-additions",
    "hold the service to the specified interface alone; what needs an addition is not applicable",
  )
  .option("--only <text>", "only cases whose title or clauses contain this")
  .option("--json <file>", "write the results as JSON, - for standard output")
  .option("--junit <file>", "write the results as JUnit XML")
  .addHelpText(
    "after",
    `
Ends with 0 when nothing failed, with 1 when something did, with 2 when the service could not be asked.

Example:
  npm run conformance -- --url http://127.0.0.1:8787 --key ptc_… --management-key ptcm_…

A service that is not Portico has the specified interface, and none of the additions that Portico's clients enjoy:
  npm run conformance -- --without-additions --url https://models.example --key … --text-model …
`,
  );

async function main(): Promise<void> {
  const flags = program.parse().opts<Flags>();
  const target = await remoteTarget(flags);
  const { only } = flags;
  const chosen = cases.filter(
    ({ title, clauses }) => only === undefined || `${title} ${clauses.join(" ")}`.includes(only),
  );
  const outcome = await runSuite(target, chosen, {
    additions: flags.withoutAdditions !== true,
    onResult: showProgress,
  });
  if (flags.json === "-") console.log(JSON.stringify(outcome, null, 2));
  else console.log(toTable(outcome, loadClauses()));
  if (flags.json && flags.json !== "-") writeFileSync(flags.json, JSON.stringify(outcome, null, 2));
  if (flags.junit) writeFileSync(flags.junit, toJunit([outcome]));
  process.exitCode = outcome.results.some((result) => result.outcome === "failed") ? 1 : 0;
}

/** On a terminal only: one line that is overwritten. */
function showProgress(result: { title: string }, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const line = `${done}/${total} ${result.title}`.slice(0, (process.stderr.columns ?? 80) - 1);
  process.stderr.write(`\r\u001b[2K${done === total ? "" : line}`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
