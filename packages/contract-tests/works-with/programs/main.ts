import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { startGateway } from "../test/gateway.ts";
import { type Program, programs } from "./programs.ts";
import { ask, type Installed, install } from "./run.ts";

const usage = `Usage: npm run works-with -- [--only <name>,…] [--help]

Installs programs of the command line from npm into a temporary folder, in pinned versions, and has each answer a question
and run a tool against a gateway with the sandbox's models:
${programs.map(({ name, package: from, version }) => `  ${name.padEnd(16)} ${from}@${version}`).join("\n")}

The client libraries are tested by npm test -- packages/contract-tests/works-with.`;

const { values } = parseArgs({ options: { only: { type: "string" }, help: { type: "boolean" } } });
const wanted = values.only?.split(",").map((name) => name.toLowerCase());
const chosen = programs.filter(({ name }) => wanted?.includes(name.toLowerCase()) ?? true);

if (values.help === true) console.log(usage);
else if (chosen.length === 0) {
  console.error(usage);
  process.exitCode = 2;
} else await tryAll();

async function tryAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "portico-programs-"));
  await using gateway = await startGateway();
  try {
    for (const program of chosen) {
      const installed = await step(program, "is installed", () => install(program, folder));
      if (installed === undefined) continue;
      await step(program, "answers", () => answers(installed));
      if (program.unscripted !== undefined) continue;
      const goesOn = `runs a tool for ${modelFor(program)}, and goes on`;
      await step(program, goesOn, () => runsATool(installed));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  async function answers(installed: Installed): Promise<void> {
    const question = { model: "sandbox/text", words: ["Repeat", "exactly:", "good", "morning"] };
    const printed = await ask(installed, gateway.connection, question);
    if (!/^good morning"?$/m.test(printed)) throw new Error(`It printed: ${printed}`);
  }

  /** The tool writes what is not in the question; only its result can bring that into the answer. */
  async function runsATool(installed: Installed): Promise<void> {
    const words = ["Run", "the", "shell", "command", "echo portico-$((6 * 7))"];
    const question = { model: modelFor(installed.program), words };
    const printed = await ask(installed, gateway.connection, question);
    if (!/returned: [\s\S]*portico-42/.test(printed)) throw new Error(`It printed: ${printed}`);
  }
}

function modelFor({ keepsThoughts }: Program): string {
  return keepsThoughts ? "sandbox/think" : "sandbox/text";
}

async function step<Result>(
  { name }: Program,
  what: string,
  take: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await take();
    console.log(`${styleText("green", "✓")} ${name} ${what}`);
    return result;
  } catch (error) {
    console.error(`${styleText("red", "✗")} ${name} ${what}: ${String(error)}`);
    process.exitCode = 1;
    return undefined;
  }
}
