import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = join(import.meta.dirname, "../run.mjs");

it.each([
  ["dev", "npm run dev"],
  ["serve", "npm start"],
  ["example:next", "npm run example:next"],
  ["generate", "npm run generate -- [options]"],
])("%s --help says how it is used, and does nothing else", async (verb, command) => {
  // The limit ends what a verb has started in place of its help.
  const limits = { timeout: 60_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [run, verb, "--help"], limits);
  expect(stdout.split("\n")[0]).toBe(`Usage: ${command}`);
});
