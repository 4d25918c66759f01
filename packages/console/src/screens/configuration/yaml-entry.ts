export interface NewProvider {
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  /** Several make a pool. */
  readonly keys: readonly NewKey[];
  /** Patterns of the models that it lists itself, with commas between them. */
  readonly models: string;
  /** `allow`: its models without a price can be called for nothing. */
  readonly unpriced: string;
}

export interface NewKey {
  readonly name: string;
  readonly secret: string;
  /** Its share of the sessions; empty for 1. */
  readonly weight: string;
}

/** Another name for models, of which each session draws one by weight. */
export interface NewAlias {
  readonly name: string;
  readonly models: readonly { readonly id: string; readonly weight: string }[];
}

export interface NewModel {
  readonly id: string;
  readonly kind: string;
  readonly provider: string;
  readonly upstream: string;
  readonly context: string;
  /** Of an embedding model. */
  readonly dimensions: string;
  readonly input: string;
  readonly output: string;
}

/** The text with one more provider; null where `providers` stands in one line, which only a person can part. */
export function withProvider(text: string, provider: NewProvider): string | null {
  const { name, kind, url, unpriced } = provider;
  const keys = provider.keys.filter(({ secret }) => secret !== "");
  const patterns = provider.models.split(",").flatMap((one) => one.trim() || []);
  const settings = [
    ...(url === "" ? [] : [`  base_url: ${quoted(url)}`]),
    ...credentialLines(keys),
    ...(patterns.length === 0 ? [] : [`  models: [${patterns.map(quoted).join(", ")}]`]),
    ...(patterns.length === 0 || unpriced !== "allow" ? [] : ["  unpriced: allow"]),
  ];
  const needsKind = kind !== name || settings.length === 0;
  return withEntry(text, "providers", [
    `${quoted(name)}:`,
    ...(needsKind ? [`  kind: ${quoted(kind)}`] : []),
    ...settings,
  ]);
}

function credentialLines(keys: readonly NewKey[]): readonly string[] {
  const [first] = keys;
  if (first === undefined) return [];
  if (keys.length === 1) return [`  api_key: ${quoted(first.secret)}`];
  const entries = keys.flatMap(({ name, secret, weight }, index) => [
    `    - name: ${quoted(name === "" ? nameOfKey(index) : name)}`,
    `      api_key: ${quoted(secret)}`,
    ...(weight === "" ? [] : [`      weight: ${weight}`]),
  ]);
  return ["  api_keys:", ...entries];
}

export function nameOfKey(index: number): string {
  return `key-${index + 1}`;
}

/** Likewise with one more alias. */
export function withAlias(text: string, { name, models }: NewAlias): string | null {
  return withEntry(text, "aliases", [
    `${quoted(name)}:`,
    ...models
      .filter(({ id }) => id !== "")
      .flatMap(({ id, weight }) => [
        `  - model: ${quoted(id)}`,
        ...(weight === "" ? [] : [`    weight: ${weight}`]),
      ]),
  ]);
}

/** Likewise with one more model. */
export function withModel(text: string, model: NewModel): string | null {
  const output = model.kind === "text" ? `, output: ${quoted(model.output)}` : "";
  return withEntry(text, "models", [
    `- id: ${quoted(model.id)}`,
    `  kind: ${model.kind}`,
    `  context_length: ${model.context}`,
    ...(model.kind === "embedding" ? [`  dimensions: ${model.dimensions}`] : []),
    "  endpoints:",
    `    - provider: ${quoted(model.provider)}`,
    `      upstream_model: ${quoted(model.upstream)}`,
    `      price: { input: ${quoted(model.input)}${output} }`,
  ]);
}

type Section = "providers" | "models" | "aliases";

function withEntry(text: string, section: Section, entry: readonly string[]): string | null {
  const lines = text.trim() === "" ? [] : text.trimEnd().split("\n");
  const at = lines.findIndex((line) => line.startsWith(`${section}:`));
  if (at < 0) return `${[...lines, `${section}:`, ...indented(entry, "  ")].join("\n")}\n`;
  const behind = (lines[at] ?? "").slice(section.length + 1).replace(/\s#.*$/, "");
  if (!/^(\{\}|\[\]|null|~)?$/.test(behind.replace(/\s/g, ""))) return null;
  const head = behind.trim() === "" ? (lines[at] ?? "") : `${section}:`;
  const indent = indentOf(lines.slice(at + 1), section) ?? "  ";
  return `${[...lines.slice(0, at), head, ...indented(entry, indent), ...lines.slice(at + 1)].join("\n")}\n`;
}

/** As the entries that are there are indented; undefined where there is none. */
function indentOf(below: readonly string[], section: Section): string | undefined {
  const first = below.find((line) => line.trim() !== "" && !line.trim().startsWith("#")) ?? "";
  const [, indent] = (section === "models" ? /^( *)- / : /^( +)\S/).exec(first) ?? [];
  return indent;
}

function indented(entry: readonly string[], indent: string): string[] {
  return entry.map((line) => indent + line);
}

/** A JSON text is a YAML text too. Plain where nothing can be misread. */
function quoted(value: string): string {
  return /^[A-Za-z][\w./-]*$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}

export interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The lines in which two texts differ: from the first to the last of them. */
export function hunkOf(before: string, after: string): Hunk {
  const [old, now] = [before.trimEnd().split("\n"), after.trimEnd().split("\n")];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return {
    removed: old.slice(start, old.length - end),
    added: now.slice(start, now.length - end),
  };
}
