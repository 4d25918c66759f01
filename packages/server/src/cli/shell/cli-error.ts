/** The kind of failure, by the exit code that a script can act on. */
export const exitCodes = {
  /** The gateway refused, or a check failed. */
  failed: 1,
  /** The command was written wrongly. */
  usage: 2,
  /** No gateway answers at the address. */
  unreachable: 3,
} as const;

/** Ends the command with a message for people. Any other error is a bug, and is shown with its stack. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(message: string, why: keyof typeof exitCodes = "failed", options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[why];
  }
}
