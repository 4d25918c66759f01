import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOf, notPlayed, type Piece } from "./pieces.ts";
import { demand, Program } from "./terminal.ts";
import { type Visit, written } from "./visit.ts";

/** Runs one thing that a text tells its reader to run. */
export async function playPiece(visit: Visit, { place, language, text }: Piece): Promise<void> {
  const command = commandOf(text);
  const reason = notPlayed[command];
  if (reason !== undefined) return visit.options.say(`  ${place}: not run: ${reason}`);
  const startedMs = performance.now();
  const filled = filledIn(command, visit);
  if (language === "ts") await playSample(visit, filled);
  else {
    const expected =
      "a command, a program in TypeScript, or an entry in scripts/newcomer/pieces.ts";
    const came = `a block in ${language || "no language"}`;
    demand(language === "shell", `${place}: ${text}`, expected, came);
    const play = plays.find(({ when }) => when.test(command))?.play;
    await (play === undefined ? visit.terminal.succeed(filled) : play(visit, filled));
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  visit.options.say(`  ${place}: ${filled.split("\n")[0]} (${seconds} s)`);
}

/** What a reader puts in: things of the reader's own, and addresses where a usual port is in use. */
export function filledIn(text: string, visit: Visit): string {
  const { ports } = visit.options;
  const mock = ports.mock === written.mock ? "" : ` -- --port ${ports.mock}`;
  return text
    .replaceAll("<this repository>", visit.repository)
    .replaceAll("/srv/portico", join(visit.folder, "srv"))
    .replaceAll("--url … --key …", () => `--url ${visit.api} --key ${visit.first.apiKey}`)
    .replaceAll("ptc_…", () => visit.first.apiKey)
    .replaceAll("ptcm_…", () => visit.first.managementKey)
    .replaceAll(`127.0.0.1:${written.gateway}`, `127.0.0.1:${ports.gateway}`)
    .replaceAll(`PORT=${written.second}`, `PORT=${ports.second}`)
    .replace(/^npm run mock( --)?/, (command) => (mock === "" ? command : `npm run mock${mock}`));
}

/** Pastes a program of the documentation into the newcomer's project, checks its types and runs it. */
async function playSample({ project, first, api }: Visit, source: string): Promise<void> {
  // What other libraries declare is theirs.
  const skipLibCheck = !/from "@portico\/client"/.test(source);
  await project.compile("sample.ts", source, { module: "nodenext", skipLibCheck });
  await project.terminal.succeed(`export PORTICO_API_KEY=${first.apiKey} PORTICO_BASE_URL=${api}`);
  const output = await project.terminal.succeed("node out/sample.js");
  demand(output.trim() !== "", source, "an output", "nothing");
}

interface Play {
  readonly when: RegExp;
  readonly play: (visit: Visit, command: string) => Promise<void>;
}

/** How a command is run that takes more than to type it; the first that fits counts. */
const plays: readonly Play[] = [
  // Again where it ran already, as somebody who begins to read here.
  { when: /^npm start$/, play: (visit) => visit.start() },
  { when: /^\w+=.* npm start$/, play: serves(/listening on (http\S+)/) },
  { when: /^npm run mock\b/, play: serves(/serves the contract at (http\S+)/) },
  { when: /^npm run console$/, play: serves(/console is at (http\S+)/) },
  { when: /^npm run docs$/, play: serves(/(http:\S+)/) },
  { when: /^npm run dev$/, play: playDev },
  { when: /^docs=|npm install .*portico-client\.txt/, play: playInstall },
  { when: /keys exposed leaked\.log/, play: playExposed },
  { when: /^cp portico\.example\.yaml/, play: playExample },
  { when: /^curl |\ncurl /, play: playCurl },
];

/** A program in a window of its own; the walk ends it. */
export async function withProgram<Result>(
  visit: Visit,
  command: string,
  use: (program: Program) => Promise<Result>,
): Promise<Result> {
  const program = new Program(command, visit.clone, visit.environment);
  try {
    return await use(program);
  } finally {
    await program.interrupt();
  }
}

/** A program that says where it listens, and is there. */
function serves(pattern: RegExp): Play["play"] {
  return (visit, command) =>
    withProgram(visit, command, async (program) => {
      const [, url = ""] = await program.until(pattern);
      const { status } = await fetch(url);
      // A base path answers 401 or 404: somebody listens, and speaks HTTP.
      demand(status < 500, command, `an answer at ${url}`, `${status}`);
    });
}

/** All parts have said where they are; the gateway makes room, because both have the same port. */
async function playDev(visit: Visit, command: string): Promise<void> {
  await visit.gateway?.interrupt();
  await withProgram(visit, command, async (program) => {
    for (const part of ["server", "mock", "docs"])
      await program.until(new RegExp(`${part}\\s*│.*http://\\S+`));
  });
  await visit.start();
}

async function playInstall({ project, api }: Visit, command: string): Promise<void> {
  await project.terminal.succeed(`export PORTICO_BASE_URL="${api}"`);
  await project.terminal.succeed(command);
}

async function playExposed({ terminal, clone }: Visit, command: string): Promise<void> {
  const make = "npm run --silent portico -- keys create --name leaked --json";
  const { key } = JSON.parse(await terminal.succeed(make)) as { key: string };
  writeFileSync(join(clone, "leaked.log"), `GET /?token=${key} 200\n`);
  const said = await terminal.succeed(command);
  const isTold = /leaked/.test(said) && /keys revoke/.test(said);
  demand(isTold, command, "the key by its name, and what to do about it", said);
}

/** The example, without a change: a gateway starts with it, and is as it was afterwards. */
async function playExample(visit: Visit, command: string): Promise<void> {
  await visit.terminal.succeed(command);
  try {
    await visit.start();
    const changed = await visit.terminal.succeed("git status --porcelain");
    demand(changed.trim() === "", "git status", "nothing that git add -A would take", changed);
  } finally {
    rmSync(join(visit.clone, "portico.yaml"), { force: true });
  }
  await visit.start();
}

async function playCurl({ terminal }: Visit, command: string): Promise<void> {
  // Its progress is drawn for people alone.
  const output = await terminal.succeed(command.replace(/^curl /m, "curl -sS "));
  demand(!/"error": *\{/.test(output), command, "an answer", output);
}
