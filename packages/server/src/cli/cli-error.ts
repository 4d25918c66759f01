/** What went wrong, by the code that a script can act on. */
export const exitCodes = {
  /** The gateway refused, or a check failed. */
  failed: 1,
  /** The command was written wrongly. */
  usage: 2,
  /** Nothing answers where the gateway should be. */
  unreachable: 3,
} as const;

/** Ends the command with a message for people. Everything else that is thrown is a bug, and shows itself. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, why: keyof typeof exitCodes = "failed", options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[why];
  }
}
