export interface NewProvider {
  readonly name: string;
  readonly kind: string;
  readonly secret: string;
  readonly url: string;
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
export function withProvider(
  text: string,
  { name, kind, secret, url }: NewProvider,
): string | null {
  return withEntry(text, "providers", [
    `${quoted(name)}:`,
    ...(kind === name ? [] : [`  kind: ${quoted(kind)}`]),
    ...(url === "" ? [] : [`  base_url: ${quoted(url)}`]),
    ...(secret === "" ? [] : [`  api_key: ${quoted(secret)}`]),
    ...(kind === name && url === "" && secret === "" ? [`  kind: ${quoted(kind)}`] : []),
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

function withEntry(
  text: string,
  section: "providers" | "models",
  entry: readonly string[],
): string | null {
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
function indentOf(below: readonly string[], section: "providers" | "models"): string | undefined {
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
