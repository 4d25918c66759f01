import { type Document, isAlias, isPair, isScalar, parseDocument, Scalar, visit } from "yaml";

/** A secret that stands in a text itself, and not by a reference. */
export interface WrittenSecret {
  readonly path: readonly string[];
  readonly value: string;
  readonly from: number;
  readonly to: number;
  readonly isBlock: boolean;
}

/** Settings whose values are secrets, by their names: in each section, and in sections that come later. */
const secretName = /(?:^|[_-])(?:api_?key|key|secret|token|password|passphrase|authorization)$/i;

export function isSecretPlace(path: readonly string[]): boolean {
  return path.slice(0, -1).at(-1) === "headers" || secretName.test(path.at(-1) ?? "");
}

/** In their order in the text. What is no YAML has none. */
export function writtenSecrets(text: string): readonly WrittenSecret[] {
  const document = parseDocument(text, { prettyErrors: false });
  const found = new Map<Scalar, WrittenSecret>();
  visit(document, (key, node, ancestors) => {
    const path = pathOf(key, ancestors);
    if (key === "key" || !isSecretPlace(path)) return;
    const scalar = isAlias(node) ? node.resolve(document) : node;
    const secret = isScalar(scalar) ? toSecret(scalar, path) : null;
    if (isScalar(scalar) && secret !== null) found.set(scalar, secret);
  });
  return [...found.values()].toSorted((one, other) => one.from - other.from);
}

function toSecret({ value, range, type }: Scalar, path: readonly string[]): WrittenSecret | null {
  const text = typeof value === "boolean" ? "" : String(value ?? "");
  if (!range || text === "" || isReference(text)) return null;
  const [from, to] = range;
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  return { path, value: text, from, to, isBlock };
}

function pathOf(
  key: unknown,
  ancestors: readonly (Document | { readonly items?: unknown } | unknown)[],
): string[] {
  const names = ancestors.flatMap((node) =>
    isPair(node) ? [isScalar(node.key) ? String(node.key.value) : ""] : [],
  );
  return typeof key === "number" ? [...names, String(key)] : names;
}

/** `${NAME}` alone or behind the word for a kind of credential, `file:/path` and `vault:path#field`. A default is a value. */
function isReference(value: string): boolean {
  if (/^(?:file:\/|vault:\S+$)/.test(value)) return true;
  const rest = value.replace(/\$\{[A-Za-z_]\w*\}/g, "");
  return rest !== value && /^(?:(?:Bearer|Basic|Token|Key)\s+)?$/i.test(rest);
}

const mark = /^sealed:(\d{1,15})\.(\d{1,6})$/;
/** A secret in a comment. */
const inComment = /(#.*?(?:key|secret|token|password|authorization)["']?\s*:\s*)\S.*$/gim;

/** The text with a mark in place of each secret: `sealed:7.2` is the second one that version 7 holds. */
export function withoutSecrets(text: string, version: number): string {
  const shown = replaced(
    text,
    writtenSecrets(text).map((secret, index) => ({
      secret,
      by: mark.test(secret.value) ? secret.value : `sealed:${version}.${index + 1}`,
    })),
  );
  return shown.replace(inComment, "$1(not shown)");
}

export interface KeptSecret {
  readonly path: readonly string[];
  /** Its place in the version that it comes from. */
  readonly formerPath: readonly string[];
  readonly formerText: string;
}

export interface Restored {
  readonly text: string;
  readonly kept: readonly KeptSecret[];
  /** Marks of secrets that are not there, by their places in the text. */
  readonly lost: readonly { readonly from: number; readonly mark: string }[];
}

/** Puts back the secrets that marks stand for. */
export async function withSecrets(
  text: string,
  textOf: (version: number) => Promise<string | null>,
): Promise<Restored> {
  const kept: KeptSecret[] = [];
  const lost: { from: number; mark: string }[] = [];
  const changes: { secret: WrittenSecret; by: string }[] = [];
  for (const secret of writtenSecrets(text)) {
    const [, version, place] = mark.exec(secret.value) ?? [];
    if (version === undefined || place === undefined) continue;
    const formerText = await textOf(Number(version));
    const former = formerText === null ? undefined : writtenSecrets(formerText)[Number(place) - 1];
    if (formerText === null || former === undefined) {
      lost.push({ from: secret.from, mark: secret.value });
      continue;
    }
    kept.push({ path: secret.path, formerPath: former.path, formerText });
    changes.push({ secret, by: JSON.stringify(former.value) });
  }
  return { text: replaced(text, changes), kept, lost };
}

function replaced(
  text: string,
  changes: readonly { readonly secret: WrittenSecret; readonly by: string }[],
): string {
  let made = text;
  // From the end, so that the places before stay.
  for (const { secret, by } of changes.toReversed())
    made = `${made.slice(0, secret.from)}${by}${secret.isBlock ? "\n" : ""}${made.slice(secret.to)}`;
  return made;
}

/**
 * Where a secret goes to. One that is kept by its mark must go to the same place as before: otherwise a person who may change
 * the configuration could send it to an address of their own, where they read it.
 */
export function destinationOf(text: string, [section, name]: readonly string[]): string {
  const file: unknown = parseDocument(text, { prettyErrors: false }).toJS({ maxAliasCount: 100 });
  const inside = (value: unknown, key: string | undefined): unknown =>
    typeof value === "object" && value !== null && key !== undefined
      ? Reflect.get(value, key)
      : undefined;
  const entry = inside(inside(file, section), name);
  const facts = section === "providers" ? providerFacts : otherFacts;
  const hasVendor = facts.slice(0, 2).some((fact) => inside(entry, fact) !== undefined);
  return JSON.stringify([
    section,
    // A provider without kind and preset is the vendor of its name.
    section === "providers" && hasVendor ? null : name,
    ...facts.map((fact) => inside(entry, fact) ?? inside(inside(entry, "options"), fact) ?? null),
  ]);
}

const providerFacts = ["kind", "preset", "base_url", "token_url"];
const otherFacts = ["host", "port", "url", "tls", "ca"];
