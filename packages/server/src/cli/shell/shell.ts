import { CliError } from "./cli-error.ts";
import type { CliEnvironment } from "./connection.ts";
import type { Terminal } from "./terminal.ts";

/** The streams and settings of every command. */
export interface Shell {
  readonly terminal: Terminal;
  readonly environment: CliEnvironment;
}

/** JSON itself leaves the control characters from U+007F on as they are. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(
    /\p{Cc}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Before anything that cannot be undone. */
export async function confirm({ terminal }: Shell, question: string, yes?: true): Promise<void> {
  if (yes === true) return;
  if (!terminal.isInteractive)
    throw new CliError(
      `${question} There is no terminal to ask at: add --yes to confirm.`,
      "usage",
    );
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new CliError("Nothing was changed.");
}
