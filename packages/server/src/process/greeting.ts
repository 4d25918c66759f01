import type { BootstrapKeys } from "./bootstrap-file.ts";

export interface Greeting {
  readonly url: string;
  /** The address of `/metrics` and `/readyz`, if they have a port of their own. */
  readonly operatorUrl: string | null;
  readonly keysPath: string;
  /** The keys of the first start; null on all others. */
  readonly keys: BootstrapKeys | null;
  readonly hasKeysFile: boolean;
  /** If standard output is not a terminal it is a log, which other people read and which is kept for years. */
  readonly isTerminal: boolean;
}

/** The text on standard output after a start. A terminal shows the first keys, once; a log never does. */
export function greeting(parts: Greeting): string {
  const { url, operatorUrl, keysPath, keys, hasKeysFile } = parts;
  const lines = [
    `Portico is listening on ${url}`,
    `  documentation  ${url}/docs/`,
    `  console        ${url}/console/`,
  ];
  if (operatorUrl !== null) lines.push(`  metrics        ${operatorUrl}/metrics`);
  if (keys !== null) lines.push("", ...introduce(parts, keys));
  else if (hasKeysFile) lines.push(`  keys           ${keysPath}`);
  return `${lines.join("\n")}\n`;
}

function introduce({ url, keysPath, isTerminal }: Greeting, keys: BootstrapKeys): string[] {
  const shown = isTerminal
    ? [
        "This is the first start: here are an API key and a management key. They are not shown again,",
        `but kept in ${keysPath}, readable by this user only.`,
        "",
        `  API key         ${keys.apiKey}`,
        `  management key  ${keys.managementKey}`,
      ]
    : [
        "This is the first start. An API key and a management key are in this file, readable by this user only;",
        "they are not printed, because this output is not a terminal:",
        "",
        `  keys            ${keysPath}`,
      ];
  const key = isTerminal ? keys.apiKey : `$(${readFromFile(keysPath)})`;
  return [
    ...shown,
    `  workspace       ${keys.workspaceId}`,
    "",
    "Try it (the sandbox needs no provider and no network):",
    "",
    `curl ${url}/api/v1/embeddings -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '{"model":"sandbox/embed","input":"Hello, Portico"}'`,
  ];
}

/** Uses `sed`, which every system has, so that the command can be pasted. */
function readFromFile(path: string): string {
  return `sed -n 's/.*"api_key": "\\(.*\\)".*/\\1/p' '${path.replaceAll("'", `'\\''`)}'`;
}
