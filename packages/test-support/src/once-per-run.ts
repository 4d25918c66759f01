import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runFolder } from "./run-folder.ts";

/**
 * Makes what several test files need in the first one that asks: a build, a data folder with records. The others wait, and
 * read the same folder. A failure reaches all of them.
 */
export async function oncePerRun(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(runFolder(), name);
  const outcome = `${folder}.outcome`;
  if (makeNew(folder)) {
    const failure = await make(folder).then(() => "", String);
    writeFileSync(`${outcome}.draft`, failure);
    renameSync(`${outcome}.draft`, outcome);
  }
  while (!existsSync(outcome)) await pause(20);
  const failure = readFileSync(outcome, "utf8");
  if (failure !== "") throw new Error(`${name} was not made: ${failure}`);
  return folder;
}

function makeNew(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (existsSync(folder)) return false;
    throw error;
  }
}
