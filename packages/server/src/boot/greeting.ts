import type { BootstrapKeys } from "./bootstrap-file.ts";

export interface Greeting {
  readonly url: string;
  readonly keysPath: string;
  /** Of the first start; null on all others. */
  readonly keys: BootstrapKeys | null;
  readonly hasKeysFile: boolean;
}

/** What a person sees when the gateway has started. The keys are shown once. */
export function greeting({ url, keysPath, keys, hasKeysFile }: Greeting): string {
  const lines = [`Portico is listening on ${url}`, `  documentation  ${url}/docs/`];
  if (keys !== null)
    lines.push(
      "",
      "This is the first start: here are an API key and a management key. They are not shown again,",
      `but kept in ${keysPath}, readable by you alone.`,
      "",
      `  API key         ${keys.apiKey}`,
      `  management key  ${keys.managementKey}`,
      `  workspace       ${keys.workspaceId}`,
      "",
      "Try it (the sandbox needs no provider and no network):",
      "",
      `curl ${url}/api/v1/embeddings -H "Authorization: Bearer ${keys.apiKey}" -H "Content-Type: application/json" -d '{"model":"sandbox/embed","input":"Hello, Portico"}'`,
    );
  else if (hasKeysFile) lines.push(`  keys           ${keysPath}`);
  return `${lines.join("\n")}\n`;
}
