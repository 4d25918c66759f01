import { readFileSync } from "node:fs";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { Command } from "commander";
import { controlPath } from "./control.ts";
import {
  exampleNames,
  type FaultName,
  faultMeanings,
  faultName,
  wholeNumber,
} from "./gateway/index.ts";
import { packsOf } from "./gateway/packs.ts";
import { scenarioNamed } from "./gateway/scenario.ts";
import { createGateway, type Mock, type MockOptions, startMock } from "./mock.ts";
import { type RecordFlags, startRecordings } from "./record/command.ts";
import { type ScenarioName, scenarioNames, scenarios } from "./scenarios/index.ts";
import { watchDocument } from "./watch.ts";

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly spec?: string;
  readonly watch: boolean;
  readonly quiet?: boolean;
  readonly seed: number;
  readonly latency: number;
  readonly jitter: number;
  readonly pace: number;
  readonly fault: ReadonlyMap<FaultName, number>;
  readonly scenario?: ScenarioName;
  readonly state?: string;
}

type AllFlags = Flags & RecordFlags;

const faultList = Object.entries(faultMeanings)
  .map(([name, does]) => `  ${name.padEnd(13)}${does}`)
  .join("\n");

const exampleList = packsOf(loadDocument())
  .map((pack) => `  ${pack.facts.id}: ${exampleNames(pack).join(", ")}`)
  .join("\n");

const scenarioList = scenarioNames
  .map((name) => `  ${name.padEnd(21)}${scenarios[name].summary}`)
  .join("\n");

const program = new Command("mock")
  .description(
    "Serves the contract as if it were the gateway: same errors, real streams, faults on demand.",
  )
  .option("-p, --port <number>", "port to listen on", number("port", 0, 65_535), 4010)
  .option("--host <name>", "address to listen on", "127.0.0.1")
  .option("--spec <file>", "a bundled OpenAPI document, in place of the project's own")
  .option("--no-watch", "do not reload when the spec changes")
  .option("-q, --quiet", "print no line per request")
  .option("--seed <number>", "repeats a run exactly", number("seed", 0, 2 ** 31), 1)
  .option("--latency <ms>", "wait before each answer", number("latency", 0, 600_000), 0)
  .option("--jitter <ms>", "up to this much more", number("jitter", 0, 600_000), 0)
  .option("--pace <ms>", "between two events of a stream", number("pace", 0, 60_000), 20)
  .option(
    "--fault <name=share>",
    "let this share of the requests meet a fault, such as overload=0.1; may be repeated",
    collectFault,
    new Map<FaultName, number>(),
  )
  .option("--state <file>", "keep what was created in this file, for the next run")
  .option("--scenario <name>", "start in the state of a scenario, see below", scenarioNamed)
  .option("--record <url>", "pass requests on to a gateway, check both directions, keep them")
  .option("--into <folder>", "where --record keeps the exchanges", "recordings")
  .option("--replay <folder>", "answer from recorded exchanges, streams at their recorded pace")
  .option("--else <what>", "for what was not recorded: refuse or simulate", "refuse")
  .addHelpText(
    "after",
    `
Faults:
${faultList}

What the mock remembers:
  It begins with what the contract's examples show. What is created can be listed, fetched, changed and
  deleted; calls of models are booked with their cost, and count against limits and budgets.
  A session has a state of its own: by the header Portico-Session, or by the cookie portico_session.
  GET, PUT and DELETE ${controlPath}state show it, replace it, and begin it again.

Scenarios, also for one request by the header Portico-Scenario, and for a session by
PUT ${controlPath}scenario with the body {"scenario": "out-of-credit"}:
${scenarioList}

One request may ask for itself, by a header:
  Prefer: fault=cut            one of the faults above
  Prefer: code=529             the contract's answer of that status
  Prefer: example=text-stream  one of the contract's named examples, see below
  Prefer: dynamic=true         an answer made up from the schema
  Prefer: latency=300, pace=5  milliseconds

Named examples of each operation:
${exampleList}

Examples:
  npm run mock
  npm run mock -- --scenario out-of-credit
  npm run mock -- --state state.json
  npm run mock -- --latency 200 --jitter 400 --fault overload=0.1 --fault cut=0.05 --seed 7
  npm run mock -- --record http://127.0.0.1:8787 --into recordings
  npm run mock -- --replay recordings --else simulate --pace 0
`,
  );

function number(name: string, least: number, most: number): (value: string) => number {
  return (value) => wholeNumber(name, value, least, most);
}

function collectFault(value: string, before: ReadonlyMap<FaultName, number>) {
  const [name = "", share = "1"] = value.split("=");
  const part = Number(share);
  if (!(part >= 0 && part <= 1)) throw new Error("The share of a fault must be from 0 to 1.");
  return new Map(before).set(faultName(name), part);
}

function readDocument(path: string | undefined): OpenApiDocument {
  if (path === undefined) return loadDocument();
  return JSON.parse(readFileSync(path, "utf8")) as OpenApiDocument;
}

async function main(): Promise<void> {
  const flags = program.parse().opts<AllFlags>();
  const options: MockOptions = {
    document: readDocument(flags.spec),
    host: flags.host,
    port: flags.port,
    rehearsal: {
      seed: flags.seed,
      latencyMs: flags.latency,
      jitterMs: flags.jitter,
      paceMs: flags.pace,
      shares: flags.fault,
    },
    ...(flags.scenario && { scenario: flags.scenario }),
    ...(flags.state !== undefined && { stateFile: flags.state }),
    ...(flags.quiet
      ? {}
      : {
          onReply: ({ method, path, status, fault }) =>
            console.log(`${method} ${path} ${status}${fault === null ? "" : ` (${fault})`}`),
        }),
  };
  const recordings = await startRecordings(flags, {
    ...options,
    paceMs: program.getOptionValueSource("pace") === "cli" ? flags.pace : undefined,
    onLine: (line) => (flags.quiet && !line.includes("!") ? undefined : console.log(line)),
    simulate: async () => (await createGateway(options)).handle,
  });
  if (recordings === null) return serveContract(flags, await startMock(options));
  console.log(recordings.greeting);
  closeOnSignal(recordings);
}

function serveContract(flags: Flags, mock: Mock): void {
  console.log(`The mock serves the contract at ${mock.url}

  curl ${mock.url}/responses -H 'Authorization: Bearer any-key' \\
    -H 'Content-Type: application/json' -N \\
    -d '{"model": "mock/text", "input": "Hello", "stream": true}'

Add --help to see how to rehearse delays and faults.`);
  if (flags.watch)
    watchDocument(flags.spec, {
      async changed(document, changes) {
        await mock.replace(document);
        console.log(`The spec changed:\n${changes.map((line) => `  ${line}`).join("\n")}`);
      },
      unusable: (reason) =>
        console.error(`The spec is not usable, so the mock keeps the last one:\n${reason}`),
    });
  closeOnSignal(mock);
}

function closeOnSignal(running: { close(): Promise<void> }): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)));
}

main().catch((error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE"
      ? "That port is taken. Choose another with --port, or --port 0 for any free one."
      : error.message,
  );
  process.exitCode = 1;
});
