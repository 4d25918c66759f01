import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseDocument, stringify } from "yaml";
import { ConfigurationError } from "../../configuration/configuration.ts";
import { parseConfiguration } from "../../configuration/load-configuration.ts";
import { CliError } from "../shell/cli-error.ts";
import { command, noun } from "../shell/command.ts";
import { argument, flag, toggle } from "../shell/inputs.ts";
import { type Draft, draftConfiguration } from "./draft-configuration.ts";
import type { Imported } from "./imported.ts";
import { readBifrost } from "./read-bifrost.ts";
import { readLiteLlm } from "./read-litellm.ts";

interface Report {
  readonly path: string;
  readonly providers: number;
  readonly models: number;
  readonly aliases: number;
  /** The variables that the new file reads. */
  readonly environment: readonly string[];
  /** How many keys stand in the new file as they stood in the other. */
  readonly plainSecrets: number;
  readonly notes: readonly string[];
}

function importer(name: string, file: string, read: (file: unknown) => Imported) {
  return command(name, `write a portico.yaml from ${file}`, {
    takes: {
      from: argument("<file>", file, (text) => resolve(text)),
      out: flag("--out <file>", "the file to write", (text) => resolve(text), "portico.yaml"),
      force: toggle("--force", "write over an existing file"),
    },
    local: async ({ from, out = "portico.yaml", force }): Promise<Report> => {
      const draft = draftConfiguration(read(await readValue(from)));
      const { providers, models, aliases } = draft;
      if (Object.keys(providers).length === 0)
        throw new CliError(`${from} has no model that can be imported. Is it ${file}?`);
      const yaml = stringify({
        providers,
        ...(models.length > 0 && { models }),
        ...(Object.keys(aliases).length > 0 && { aliases }),
      });
      const text = `# Imported with \`portico import ${name}\`. What has no equal stands in that command's report.\n${yaml}`;
      const problems = problemsOf(text);
      // It may hold secrets, as the other file did.
      await writeFile(out, text, { mode: 0o600, flag: force === true ? "w" : "wx" }).catch(
        refuse(out),
      );
      return reportOf(resolve(out), draft, text, problems);
    },
    text: textOf,
    explains:
      "\nReferences to the environment stay references, and no secret is shown. Callers ask for the same names as before.",
    examples: [
      `import ${name} ${name === "litellm" ? "config.yaml" : "config.json"} --out portico.yaml`,
    ],
  });
}

async function readValue(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`${path} cannot be read: ${reason}`, "failed", { cause });
  });
  const document = parseDocument(text);
  const [error] = document.errors;
  // The parser's own words quote the line, which may hold a secret.
  if (error !== undefined)
    throw new CliError(
      `${path} is no YAML or JSON: line ${error.linePos?.[0].line ?? 1} cannot be read.`,
    );
  return document.toJS({ maxAliasCount: 100 });
}

function refuse(path: string) {
  return (error: unknown): never => {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new CliError(
      exists
        ? `${path} exists: name another file with --out, or add --force.`
        : `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  };
}

const reference = /(?<!\$)\$\{([A-Za-z_]\w*)\}/g;

/** What the gateway itself says of the new file, with every variable set: to a text that may be an address too. */
function problemsOf(text: string): readonly string[] {
  const environment = Object.fromEntries(
    [...text.matchAll(reference)].map(([, name = ""]) => [name, "https://set.invalid"]),
  );
  try {
    parseConfiguration(text, { file: null, environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split("\n");
    throw error;
  }
}

function reportOf(path: string, draft: Draft, text: string, problems: readonly string[]): Report {
  const keys = Object.values(draft.providers).flatMap(
    ({ api_key, api_keys = [], secret_access_key: secret, session_token: token }) =>
      [api_key, secret, token, ...api_keys.map((key) => key.api_key)].filter(
        (key) => typeof key === "string",
      ),
  );
  return {
    path,
    providers: Object.keys(draft.providers).length,
    models: draft.models.length,
    aliases: Object.keys(draft.aliases).length,
    environment: [...new Set([...text.matchAll(reference)].map(([, name = ""]) => name))].sort(),
    plainSecrets: keys.filter((key) => key.match(reference) === null).length,
    notes: [...draft.notes, ...problems.map((problem) => `To correct by hand: ${problem}`)],
  };
}

function textOf({ path, notes, environment, plainSecrets, ...counts }: Report): string {
  const { providers, models, aliases } = counts;
  return [
    `Written to ${path}: ${providers} providers, ${models} models, ${aliases} aliases.`,
    ...(environment.length > 0 ? [`It reads these variables: ${environment.join(", ")}.`] : []),
    ...(plainSecrets > 0
      ? [
          `It holds ${plainSecrets} secrets in clear text, as the other file did: better name variables.`,
        ]
      : []),
    ...(notes.length > 0 ? ["", "What has no equal, or needs a look:"] : []),
    ...notes.map((note) => `- ${note}`),
    "",
    "Next: portico doctor checks the file and each key.",
  ].join("\n");
}

export const importing = noun("import", "move in from another gateway's file", [
  importer("litellm", "LiteLLM's config.yaml", readLiteLlm),
  importer("bifrost", "Bifrost's config.json", readBifrost),
]);
