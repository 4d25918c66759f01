import { readCliEnvironment } from "../config.ts";
import { run } from "./program.ts";
import { createTerminal } from "./shell/terminal.ts";

const terminal = createTerminal({
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});

process.exitCode = await run(process.argv.slice(2), {
  terminal,
  environment: readCliEnvironment(),
});
