import type { Portico } from "@portico/client";
import { Command, Option } from "commander";
import { CliError } from "./cli-error.ts";
import { type CliEnvironment, findConnection } from "./connection.ts";
import { withGateway } from "./gateway-client.ts";
import { flag, fromOption, type Inputs, toggle, type Values, valuesIn } from "./inputs.ts";
import type { Terminal } from "./terminal.ts";

/** A command that is not yet bound to a terminal. */
export type Commands = (shell: Shell) => Command;

/** The shell of one command. */
export interface CommandShell extends Shell {
  /** JSON on one line with --json, else the text for people. */
  print(value: unknown, text: () => string): void;
}

/** Where one is done: `remote` asks the running gateway. With both, `local` is its `--local`. */
interface Work<Taken extends Inputs, Result> {
  readonly remote?: (
    gateway: Portico,
    values: Values<Taken>,
    shell: CommandShell,
  ) => Promise<Result>;
  /** On this machine's files and store. */
  readonly local?: (values: Values<Taken>, shell: CommandShell) => Promise<Result>;
}

interface Parts<Taken extends Inputs, Result> extends Work<Taken, Result> {
  readonly takes?: Taken;
  /** A command that changes what its flags name is nothing without one. */
  readonly needsFlag?: true;
  /** Takes an API key of any kind, and PORTICO_API_KEY first. */
  readonly takesAnyKey?: true;
  /** The question before what cannot be undone; adds `--yes`. */
  readonly asks?: (values: Values<Taken>) => string;
  /** The result for people; --json prints all of it. A command without this prints by itself. */
  readonly text?: (result: Result, values: Values<Taken>) => string;
  /** Hints for people after a change on the gateway. */
  readonly warns?: (gateway: Portico, values: Values<Taken>) => Promise<readonly string[]>;
  /** What is wrong with a printed result, so that a script sees it too. */
  readonly fails?: (result: Result) => string | null;
  /** Stands in the help below the flags. */
  readonly explains?: string;
  readonly examples: readonly string[];
}

const json = toggle("--json", "print JSON, for programs");
const url = flag("--url <url>", "the gateway's address (PORTICO_URL)");
const key = flag("--key <key>", "a management key (PORTICO_MANAGEMENT_KEY)");
const anyKey = flag(
  "--key <key>",
  "an API key of any kind (PORTICO_API_KEY, PORTICO_MANAGEMENT_KEY)",
);
const yes = toggle("--yes", "do not ask");
/** Write access to the store replaces the key. */
const onStore = fromOption<true | undefined>(
  new Option(
    "--local",
    "on the gateway's own store (PORTICO_DATA or DATABASE_URL): needs no key and no running gateway",
  ).conflicts(["url", "key"]),
);

/** The commands of one thing: `portico budgets list`, `portico budgets create`. */
export function noun(name: string, about: string, commands: readonly Commands[]): Commands {
  return (shell) => {
    const group = new Command(name).description(about);
    for (const one of commands) group.addCommand(one(shell));
    return group;
  };
}

export function command<Result, Taken extends Inputs = Record<never, never>>(
  name: string,
  about: string,
  parts: Parts<Taken, Result>,
): Commands {
  const { remote, local, takes, asks, takesAnyKey } = parts;
  const inputs = [
    json,
    ...(remote === undefined ? [] : [url, takesAnyKey === true ? anyKey : key]),
    ...Object.values(takes ?? {}),
    ...(asks === undefined ? [] : [yes]),
    ...(remote === undefined || local === undefined ? [] : [onStore]),
  ];
  return (shell) => {
    const made = new Command(name).description(about);
    for (const input of inputs) input.addTo(made);
    if (parts.explains !== undefined) made.addHelpText("after", parts.explains);
    return withExamples(made, parts.examples).action(() => run(made, parts, shell));
  };
}

async function run<Taken extends Inputs, Result>(
  made: Command,
  parts: Parts<Taken, Result>,
  { terminal, environment }: Shell,
): Promise<void> {
  const { remote, local, asks, text, warns, fails } = parts;
  const print = (value: unknown, forPeople: () => string) =>
    terminal.write(json.valueIn(made) === true ? jsonOf(value) : forPeople());
  const shell = { terminal, environment, print };
  const values = valuesIn(made, parts.takes);
  if (parts.needsFlag === true && Object.keys(values).length === made.registeredArguments.length)
    throw new CliError("Name at least one thing to change.", "usage");
  if (asks !== undefined) await confirm(shell, asks(values), yes.valueIn(made));
  const finish = (result: Result) => {
    if (text !== undefined) print(result, () => text(result, values));
    const problem = fails?.(result) ?? null;
    if (problem !== null) throw new CliError(problem);
  };
  if (local !== undefined && (remote === undefined || onStore.valueIn(made) === true))
    return finish(await local(values, shell));
  const given = {
    url: url.valueIn(made),
    key: key.valueIn(made) ?? (parts.takesAnyKey === true ? environment.apiKey : undefined),
  };
  await withGateway(await findConnection(given, environment), async (gateway) => {
    if (remote !== undefined) finish(await remote(gateway, values, shell));
    for (const hint of (await warns?.(gateway, values)) ?? []) terminal.tell(hint);
  });
}

export function withExamples(made: Command, examples: readonly string[]): Command {
  const lines = examples.map((line) => `  $ portico ${line}`);
  return made.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

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
