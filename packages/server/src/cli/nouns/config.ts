import { readFile } from "node:fs/promises";
import type { Portico } from "@portico/client";
import type { Schema } from "@portico/contract";
import { CliError } from "../shell/cli-error.ts";
import { type CommandShell, command, noun } from "../shell/command.ts";
import { argument, flag, wholeNumber } from "../shell/inputs.ts";
import { pageFor } from "../shell/page-size.ts";
import { tableOf } from "../shell/table.ts";

type Plan = Schema<"ConfigurationPlan">;

const file = argument("<file>", "a configuration, as portico.yaml has it; - reads standard input");
const version = argument("<version>", "its number, as history shows it", wholeNumber);

async function textOf(path: string, { terminal }: CommandShell): Promise<string> {
  if (path === "-") return await terminal.readSecret("The configuration:");
  return await readFile(path, "utf8").catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function unreadable(path: string, cause: unknown): CliError {
  const why = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return new CliError(`${path} cannot be read (${why}).`, "usage", { cause });
}

const plan = command("plan", "show what a configuration would change, and change nothing", {
  takes: { file, check: flag("--check <provider>", "try its credential too, as the file has it") },
  remote: async ({ configuration }, { file: path, check }, shell) => {
    const yaml = await textOf(path, shell);
    return (await configuration.plan({ yaml, ...(check !== undefined && { check }) })).data;
  },
  text: describePlan,
  fails: ({ check }) => (check?.outcome === "failed" ? "The credential cannot be used." : null),
  examples: ["config plan portico.yaml", "config plan next.yaml --check anthropic"],
});

const apply = command("apply", "take a configuration into use, on all nodes", {
  takes: {
    file,
    note: flag("--note <text>", "why, for the history"),
    parent: flag("--parent <version>", "only while this version is in use", wholeNumber),
  },
  remote: async ({ configuration }, { file: path, note, parent }, shell) => {
    const yaml = await textOf(path, shell);
    const present = (await configuration.get()).data;
    const body = { yaml, parent: parent ?? present.in_use, ...(note !== undefined && { note }) };
    return (await configuration.update(body)).data;
  },
  text: inUse,
  explains: `
Where the gateway has a portico.yaml, that decides: change it there, and every process takes it within seconds.
Marks such as sealed:7.1 keep the secrets that they stand for.`,
  examples: ['config apply next.yaml --note "Claude for support"', "config apply - < next.yaml"],
});

const history = command("history", "list the versions of the configuration, newest first", {
  takes: { limit: flag("--limit <n>", "how many versions at most", wholeNumber, 20) },
  remote: ({ configuration }, { limit }) =>
    configuration.versions({ limit: pageFor(limit) }).toArray(limit),
  text: (versions) =>
    tableOf(versions, {
      version: "version",
      "in use": ({ active }) => (active ? "yes" : ""),
      made: "created_at",
      by: "created_by",
      from: "source",
      note: "note",
      changes: ({ changes }) => shortened(changes),
    }),
  examples: ["config history", "config history --limit 5 --json"],
});

const rollback = command("rollback", "take a version into use that was made before", {
  takes: { version },
  asks: ({ version }) => `Take version ${version} of the configuration into use, on all nodes?`,
  remote: async ({ configuration }, { version }) => (await configuration.activate(version)).data,
  text: inUse,
  examples: ["config rollback 7", "config rollback 7 --yes --json"],
});

const exported = command("export", "print the text of the configuration, with marks for secrets", {
  takes: {
    version: flag("--version <n>", "of this version; left out, the present one", wholeNumber),
  },
  remote: ({ configuration }, { version }) => textIn(configuration, version),
  text: ({ yaml }) => yaml.trimEnd(),
  examples: ["config export > portico.yaml", "config export --version 7"],
});

async function textIn(configuration: Portico["configuration"], version: number | undefined) {
  if (version === undefined) return (await configuration.get()).data;
  return (await configuration.version(version)).data;
}

function inUse({ version, waiting }: Schema<"Configuration">): string {
  const waits = waiting.length === 0 ? "" : ` After a restart alone: ${waiting.join(", ")}.`;
  return `Version ${version} of the configuration is in use.${waits}`;
}

const mostShown = 3;

function shortened(names: readonly string[]): string {
  const more = names.length - mostShown;
  return [...names.slice(0, mostShown), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function describePlan(plan: Plan): string {
  const { changes, waiting, models, providers, prices, keys, check } = plan;
  const checked = check === null ? [] : [`Tried: ${check.message}`];
  if (changes.length === 0) return ["Nothing would change.", ...checked].join("\n\n");
  const lines = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [[title, ...names.map((name) => `  ${name}`)].join("\n")];
  return [
    ...lines("Would change:", changes),
    ...lines("New models:", models.added),
    ...lines("Models that go:", models.removed),
    ...lines("New providers:", providers.added),
    ...lines("Providers that go:", providers.removed),
    ...lines("Providers without the credential that they need:", plan.without_credential),
    ...lines(
      "Prices of a token, in and out:",
      prices.map(
        ({ model, provider, before, after }) =>
          `${model}@${provider}: ${before.prompt}, ${before.completion} -> ${after.prompt}, ${after.completion}`,
      ),
    ),
    ...lines(
      "Keys that could use no model:",
      keys.map(({ id, name, allowed_models: allowed }) => `${id} ${name}: ${allowed.join(", ")}`),
    ),
    ...lines("Only after a restart:", waiting),
    ...checked,
  ].join("\n\n");
}

export const config = noun("config", "what the gateway serves, as versions", [
  plan,
  apply,
  history,
  rollback,
  exported,
]);
