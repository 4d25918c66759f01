import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Asked, Program } from "./program.ts";

const installingMs = 300_000;
/** Ends what hangs; on a busy machine the start of a program alone takes a minute. */
const answeringMs = 300_000;

/** A program that stands in a folder of its own, and never sees its user's home. */
export interface Installed {
  readonly program: Program;
  readonly folder: string;
}

export async function install(program: Program, under: string): Promise<Installed> {
  const folder = mkdtempSync(join(under, "program-"));
  const what = `${program.package}@${program.version}`;
  const parameters = ["install", "--no-audit", "--no-fund", "--prefix", folder, what];
  await run("npm", parameters, { cwd: folder, env: process.env, timeout: installingMs });
  return { program, folder };
}

/** Where one conversation is held. */
export interface Place {
  readonly home: string;
  readonly work: string;
}

export function newPlace({ folder }: Installed): Place {
  return { home: mkdtempSync(join(folder, "home-")), work: mkdtempSync(join(folder, "work-")) };
}

/** What it prints for its user. */
export async function ask(
  { program, folder }: Installed,
  { home, work }: Place,
  asked: Omit<Asked, "home" | "model">,
): Promise<string> {
  const started = program.start({ ...asked, model: program.model, home });
  for (const [name, content] of Object.entries(started.files ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  return run(join(folder, "node_modules/.bin", program.command), started.arguments, {
    cwd: work,
    env: { PATH: process.env["PATH"], HOME: home, ...started.environment },
    timeout: answeringMs,
  });
}

type Options = Parameters<typeof execFile>[2] & { readonly cwd: string };

function run(command: string, parameters: readonly string[], options: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, parameters, options, (error, stdout, stderr) => {
      if (error === null) resolve(String(stdout));
      else reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
    });
    // Some read a question from there as well, as long as it is open.
    child.stdin?.end();
  });
}
