import { readFileSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What `${NAME}`, `file:/path` and `vault:path#field` in a text stand for. */
export interface References {
  readonly environment: Environment;
  /**
   * Who has written the text may be no operator of this machine: then it reads neither the gateway's own settings, such as
   * the master key, nor files outside of this folder. Left out, it reads all.
   */
  readonly onlyFolder?: string;
  /** By the references of the text to Vault: read before, because the rest is read at once. */
  readonly vault?: ReadonlyMap<string, Referred>;
}

export type Referred = { readonly value: string } | { readonly fault: string };

const own = /^(PORTICO|DATABASE|METRICS|VAULT)_/;

/** The value of `${NAME}` or `${NAME:-default}`. */
export function readVariable(whole: string, inside: string, references: References): Referred {
  const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside) ?? [];
  if (name === undefined)
    return {
      fault: `"${whole}" names no environment variable: write \${NAME} or \${NAME:-default}.`,
    };
  if (references.onlyFolder !== undefined && own.test(name))
    return {
      fault: `${name} is a setting of the gateway itself, which only portico.yaml may read.`,
    };
  const value = references.environment[name] || fallback;
  return value === undefined
    ? {
        fault: `The environment variable ${name} is not set. Set it, or write \${${name}:-default}.`,
      }
    : { value };
}

export const fileReference = /^file:(\/\S+)$/;

/** Without `..`: the token may do more than read secrets. */
export const vaultReference = /^vault:((?:[\w-][\w.-]*\/)+[\w-][\w.-]*)#([\w.-]+)$/;

export function readVaultReference(text: string, { vault }: References): Referred {
  return (
    vault?.get(text) ?? { fault: `"${text}" names no secret in Vault: write vault:path#field.` }
  );
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder + sep);
}

const mostCharacters = 65_536;

/** The text of a file, as secrets are mounted into containers. Without the line break at its end. */
export function readReferredFile(path: string, { onlyFolder }: References): Referred {
  const outside = {
    fault: `Only files in ${onlyFolder} (PORTICO_SECRETS_FOLDER) may be read, and ${path} is none.`,
  };
  // First by its name alone: whether a file is there stays hidden too.
  if (onlyFolder !== undefined && !isIn(onlyFolder, resolve(path))) return outside;
  try {
    const real = realpathSync(path);
    if (onlyFolder !== undefined && !isIn(realpathSync(onlyFolder), real)) return outside;
    const text = readFileSync(real, "utf8").replace(/\r?\n$/, "");
    return text.length > mostCharacters ? { fault: `${path} is too large.` } : { value: text };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { fault: `The file ${path} cannot be read (${code}).` };
  }
}
