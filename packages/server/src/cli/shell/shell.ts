import type { Portico } from "@portico/client";
import { Command, InvalidArgumentError, Option } from "commander";
import { CliError } from "./cli-error.ts";
import { type CliEnvironment, type ConnectionFlags, findConnection } from "./connection.ts";
import { withGateway } from "./gateway-client.ts";
import type { Terminal } from "./terminal.ts";

/** The streams and settings of every command. */
export interface Shell {
  readonly terminal: Terminal;
  readonly environment: CliEnvironment;
}

/** Flags that every command has. */
export interface CommonFlags extends ConnectionFlags {
  readonly json?: boolean;
  /** Of commands that have it: work on the store itself, and not through a gateway. */
  readonly local?: boolean;
}

/** A command that talks to the running gateway. */
export function remoteCommand(name: string, description: string): Command {
  return localCommand(name, description)
    .option("--url <url>", "the gateway's address (PORTICO_URL)")
    .option("--key <key>", "a management key (PORTICO_MANAGEMENT_KEY)");
}

/** For a remote command that can also work on the store itself. Write access to the store replaces the key. */
export function localOption(): Option {
  return new Option(
    "--local",
    "on the gateway's own store (PORTICO_DATA or DATABASE_URL): needs no key and no running gateway",
  ).conflicts(["url", "key"]);
}

/** A command that works on this machine's files and store. */
export function localCommand(name: string, description: string): Command {
  return new Command(name).description(description).option("--json", "print JSON, for programs");
}

export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText(
    "after",
    `\nExamples:\n${lines.map((line) => `  $ portico ${line}`).join("\n")}`,
  );
}

/** Runs the work on the gateway that the flags or the environment name. */
export async function onGateway<Result>(
  shell: Shell,
  flags: CommonFlags,
  work: (gateway: Portico) => Promise<Result>,
): Promise<Result> {
  return await withGateway(await findConnection(flags, shell.environment), work);
}

/** JSON on one line with --json, else text for people. */
export function print(
  { terminal }: Shell,
  flags: CommonFlags,
  value: unknown,
  forPeople: () => string,
): void {
  terminal.write(flags.json === true ? jsonOf(value) : forPeople());
}

/** JSON itself leaves the control characters from U+007F on as they are. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(
    /\p{Cc}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Before anything that cannot be undone. */
export async function confirm(
  { terminal }: Shell,
  question: string,
  flags: { readonly yes?: boolean },
): Promise<void> {
  if (flags.yes === true) return;
  if (!terminal.isInteractive)
    throw new CliError(
      `${question} There is no terminal to ask at: add --yes to confirm.`,
      "usage",
    );
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new CliError("Nothing was changed.");
}

/** Decimal dollars, as exact as the store: down to a nanodollar. */
export function dollars(text: string): number {
  if (!/^\d{1,7}(\.\d{1,9})?$/.test(text))
    throw new InvalidArgumentError('Write US dollars like "25" or "0.50".');
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("Write a whole number from 1.");
  return Number(text);
}

export function onOff(text: string): boolean {
  if (text !== "on" && text !== "off") throw new InvalidArgumentError('Write "on" or "off".');
  return text === "on";
}
