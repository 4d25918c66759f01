#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { Command, Option } from "commander";
import { parse, YAMLParseError } from "yaml";
import { controlPath } from "./control.ts";
import { type FaultName, faultName, wholeNumber } from "./gateway/index.ts";
import { scenarioNamed } from "./gateway/scenario.ts";
import { readScript, type Script } from "./gateway/script/index.ts";
import { lists } from "./lists.ts";
import { createGateway, type Mock, type MockOptions, startMock } from "./mock.ts";
import { type RecordFlags, startRecordings } from "./record/command.ts";
import type { ScenarioName } from "./scenarios/index.ts";
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
  readonly script?: string;
  readonly model: readonly string[];
  readonly state?: string;
  readonly list?: string;
}

type AllFlags = Flags & RecordFlags;

const program = new Command("portico-mock")
  .description(
    "Serves the contract as if it were the gateway: same errors, real streams, faults on demand.",
  )
  .option("-p, --port <number>", "port to listen on", number("port", 0, 65_535), 4010)
  .option("--host <name>", "address to listen on", "127.0.0.1")
  .option("--script <file>", "what calls of models meet, as YAML or JSON")
  .addOption(
    new Option("--model <name>", "take this model too, such as gpt-*; may be repeated")
      .argParser(collect)
      .default([], "none"),
  )
  .option("--scenario <name>", "start in the state of a scenario", scenarioNamed)
  .option("--state <file>", "keep what was created in this file, for the next run")
  .option("--seed <number>", "repeats a run exactly", number("seed", 0, 2 ** 31), 1)
  .option("--latency <ms>", "wait before each answer", number("latency", 0, 600_000), 0)
  .option("--jitter <ms>", "up to this much more", number("jitter", 0, 600_000), 0)
  .option("--pace <ms>", "between two events of a stream", number("pace", 0, 60_000), 20)
  .addOption(
    new Option(
      "--fault <name=share>",
      "let this share of the requests meet a fault; may be repeated",
    )
      .argParser(collectFault)
      .default(new Map<FaultName, number>(), "none"),
  )
  .option("--record <url>", "pass requests on to a gateway, check both directions, keep them")
  .option("--into <folder>", "where --record keeps the exchanges", "recordings")
  .option("--replay <folder>", "answer from recorded exchanges, streams at their recorded pace")
  .option("--else <what>", "for what was not recorded: refuse or simulate", "refuse")
  .option("--spec <file>", "a bundled OpenAPI document, in place of the gateway's own")
  .option("--no-watch", "do not reload when the spec changes")
  .option("-q, --quiet", "print no line per request")
  .addOption(new Option("--list <what>", "say what there is, and end").choices(Object.keys(lists)))
  .addHelpText(
    "after",
    `
A page at / shows the state, the script and what came in. Beside /api/v1 are ${controlPath}state, ${controlPath}scenario,
${controlPath}script, ${controlPath}journal and ${controlPath}clock, to read (GET), set (PUT) and begin again (DELETE).

One request may ask for itself, by a header:
  Portico-Session: mine        a state of its own
  Portico-Scenario: NAME       the state of a scenario
  Prefer: fault=cut            a fault
  Prefer: code=529             the contract's answer of that status
  Prefer: example=text-stream  one of the contract's named examples
  Prefer: dynamic=true         an answer made up from the schema
  Prefer: latency=300, pace=5  milliseconds

Examples:
  portico-mock --script script.yaml --model 'gpt-*'
  portico-mock --scenario out-of-credit --state state.json
  portico-mock --latency 200 --jitter 400 --fault overload=0.1 --fault cut=0.05 --seed 7
  portico-mock --record http://127.0.0.1:8787 --into recordings
  portico-mock --replay recordings --else simulate --pace 0
`,
  );

function number(name: string, least: number, most: number): (value: string) => number {
  return (value) => wholeNumber(name, value, least, most);
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
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

/** The script in a file of YAML or JSON. Throws what is wrong with it. */
function readScriptFile(path: string): Script {
  try {
    const { used, ...script } = readScript(parse(readFileSync(path, "utf8")));
    return script;
  } catch (cause) {
    throw new Error(`--script ${path}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof YAMLParseError) return cause.message.trimEnd();
  const code = Reflect.get(Object(cause), "code");
  if (code === "ENOENT") return "there is no such file.";
  return cause instanceof Error ? cause.message : String(cause);
}

async function main(): Promise<void> {
  const flags = program.parse().opts<AllFlags>();
  if (flags.list !== undefined) return console.log(lists[flags.list]?.());
  const script = flags.script === undefined ? undefined : readScriptFile(flags.script);
  const options = {
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
    models: flags.model,
    ...(script && { script }),
    ...(flags.state !== undefined && { stateFile: flags.state }),
    ...(flags.quiet
      ? {}
      : {
          onReply: ({ request: { method, url }, status, heard: { fault } }) => {
            const { pathname, search } = new URL(url);
            console.log(`${method} ${pathname}${search} ${status}${fault ? ` (${fault})` : ""}`);
          },
        }),
  } satisfies MockOptions;
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
    -d '{"model": "sandbox/text", "input": "Hello", "stream": true}'

${new URL("/", mock.url)} shows what came in. --help says how to script answers, delays and faults.`);
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
