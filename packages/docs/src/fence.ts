/** What stands behind the language of a code fence: `ts run title="@portico/client"`. */
export interface FenceInfo {
  readonly language: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Fence extends FenceInfo {
  readonly source: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
}

export function readFenceInfo(info: string): FenceInfo {
  const [language = ""] = info.trim().split(/\s+/);
  const rest = info.trim().slice(language.length);
  const found = rest.matchAll(/([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?/g);
  return {
    language,
    attributes: Object.fromEntries(
      [...found].map(([, name = "", quoted, bare]) => [name, quoted ?? bare ?? ""]),
    ),
  };
}

/** Code as Markdown has it; `info` is its language, and what stands behind that. */
export function fenced(info: string, source: string): string {
  return `\`\`\`${info}\n${source}\n\`\`\``;
}

/** The code fences of a Markdown text, in order. */
export function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  const lines = markdown.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^(`{3,})(.*)$/.exec(lines[index] ?? "");
    if (!opening) continue;
    const [, ticks = "", info = ""] = opening;
    const end = lines.indexOf(ticks, index + 1);
    if (end === -1) throw new Error(`The code fence in line ${index + 1} has no end.`);
    const source = lines.slice(index + 1, end).join("\n");
    fences.push({ ...readFenceInfo(info), source, line: index + 1 });
    index = end;
  }
  return fences;
}
