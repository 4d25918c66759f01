import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demand, Unexpected } from "./finding.ts";
import { startFirst, startGateway } from "./gateway.ts";
import { Program } from "./program.ts";
import type { Visit } from "./visit.ts";

interface Play {
  readonly when: RegExp;
  readonly play: (visit: Visit, command: string) => Promise<void>;
}

/** How a command is run; the first that fits counts, and the last fits all. */
export const plays: readonly Play[] = [
  { when: /^npm start$/, play: playStart },
  { when: /^\w+=.* npm start$/, play: playSecondGateway },
  { when: /^npm run mock\b/, play: serves(/serves the contract at (http\S+)/) },
  { when: /^npm run console$/, play: serves(/console is at (http\S+)/) },
  { when: /^npm run docs$/, play: serves(/(http:\S+)/) },
  { when: /^npm run dev$/, play: playDev },
  { when: /^docs=|npm install .*portico-client\.txt/, play: playInstall },
  { when: /keys exposed leaked\.log/, play: playExposed },
  { when: /^cp portico\.example\.yaml/, play: playExample },
  { when: /^curl |\ncurl /, play: playCurl },
  { when: /(?:)/, play: (visit, command) => visit.terminal.succeed(command).then(() => undefined) },
];

/** Again where it ran already, as somebody who begins to read here. */
async function playStart(visit: Visit): Promise<void> {
  if (visit.gateway === undefined) return await startFirst(visit);
  await visit.gateway.interrupt();
  visit.gateway = await startGateway(visit);
}

async function playSecondGateway(visit: Visit, command: string): Promise<void> {
  await serves(/listening on (http\S+)/)(visit, command);
}

/** A program that says where it listens, is there, and ends when it is told to. */
function serves(pattern: RegExp): Play["play"] {
  return async (visit, command) => {
    const program = new Program(command, visit.clone, visit.environment);
    try {
      const [, url = ""] = await program.until(pattern);
      const { status } = await fetch(url);
      // A base path answers 401 or 404: somebody listens, and speaks HTTP.
      demand(status < 500, { ran: command, expected: `an answer at ${url}`, came: `${status}` });
    } finally {
      await program.interrupt();
    }
  };
}

/** All parts have said where they are; the gateway makes room, because both have the same port. */
async function playDev(visit: Visit, command: string): Promise<void> {
  await visit.gateway?.interrupt();
  const program = new Program(command, visit.clone, visit.environment);
  try {
    for (const part of ["server", "mock", "docs"])
      await program.until(new RegExp(`${part}\\s*│.*http://\\S+`));
  } finally {
    await program.interrupt();
  }
  visit.gateway = await startGateway(visit);
}

async function playInstall(visit: Visit, command: string): Promise<void> {
  await visit.project.terminal.run(`export PORTICO_BASE_URL="${visit.api}"`);
  await visit.project.terminal.succeed(command);
}

async function playExposed(visit: Visit, command: string): Promise<void> {
  const made = await visit.terminal.succeed(
    "npm run --silent portico -- keys create --name leaked --json",
  );
  const { key } = JSON.parse(made) as { key: string };
  writeFileSync(join(visit.clone, "leaked.log"), `GET /?token=${key} 200\n`);
  const said = await visit.terminal.succeed(command);
  demand(/leaked/.test(said) && /keys revoke/.test(said), {
    ran: command,
    expected: "the key by its name, and what to do about it",
    came: said,
  });
}

/** The example, without a change: a gateway starts with it, and is as it was afterwards. */
async function playExample(visit: Visit, command: string): Promise<void> {
  await visit.terminal.succeed(command);
  try {
    await visit.gateway?.interrupt();
    visit.gateway = await startGateway(visit);
    const changed = await visit.terminal.succeed("git status --porcelain");
    demand(changed.trim() === "", {
      ran: "git status",
      expected: "nothing that git add -A would take along",
      came: changed,
    });
    await visit.gateway.interrupt();
  } finally {
    rmSync(join(visit.clone, "portico.yaml"), { force: true });
  }
  visit.gateway = await startGateway(visit);
}

async function playCurl(visit: Visit, command: string): Promise<void> {
  // Its progress is drawn for people alone.
  const output = await visit.terminal.succeed(command.replace(/^curl /m, "curl -sS "));
  if (/"error": *\{/.test(output))
    throw new Unexpected({ ran: command, expected: "an answer", came: output });
}
