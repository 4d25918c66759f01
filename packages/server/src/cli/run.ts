import { CommanderError } from "commander";
import { createProgram } from "./program.ts";
import { CliError, exitCodes } from "./shell/cli-error.ts";
import type { Shell } from "./shell/shell.ts";

/** Runs one command and returns its exit code. */
export async function run(words: readonly string[], shell: Shell): Promise<number> {
  try {
    await createProgram(shell).parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    // Commander has printed the mistake already; --help is not a mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    if (!(error instanceof CliError)) throw error;
    shell.terminal.tell(`portico: ${error.message}`);
    return error.exitCode;
  }
}
