import { Document, isMap, isScalar, isSeq, type Node, parseDocument, YAMLMap, YAMLSeq } from "yaml";

export type Path = readonly (string | number)[];

/** Null where the text is no YAML, or no settings. */
export function readText(text: string): Document | null {
  const document = parseDocument(text, { prettyErrors: false });
  const isText = document.errors.length === 0;
  return isText && (document.contents === null || isMap(document.contents)) ? document : null;
}

export function keyOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

export function isBlock({ contents }: Document): boolean {
  return !isInLine(contents);
}

export function isInLine(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

interface Lines {
  readonly from: number;
  readonly to: number;
}

interface Indents {
  readonly indent: number;
  /** By which what stands in it is indented. */
  readonly step: number;
}

/** The lines of a part: from its first one up to what is indented no deeper, without blank lines and comments before that. */
export function linesOf(text: string, document: Document, part: Path): Lines & Indents {
  const all = text.split("\n");
  const from = text.slice(0, startOf(text, document, part)).split("\n").length - 1;
  const indent = indentOf(all[from] ?? "");
  let to = from + 1;
  let step = 0;
  for (const [at, line] of all.entries()) {
    if (at <= from || isBetween(line, indent)) continue;
    if (!isInside(line, indent, part)) break;
    if (step === 0 && !isRemark(line)) step = indentOf(line) - indent;
    to = at + 1;
  }
  return { from, to, indent, step: step > 0 ? step : 2 };
}

const isRemark = (line: string) => line.trimStart().startsWith("#");
const indentOf = (line: string) => line.length - line.trimStart().length;

function isBetween(line: string, indent: number): boolean {
  return line.trim() === "" || (isRemark(line) && indentOf(line) <= indent);
}

/** The items of a list may stand below its name. */
function isInside(line: string, indent: number, part: Path): boolean {
  if (indentOf(line) > indent) return true;
  return part.length === 1 && indentOf(line) === indent && /^ *-( |$)/.test(line);
}

function startOf(text: string, document: Document, part: Path): number {
  const item = itemAt(document, part);
  // Only what was read has places.
  const rangeOf = (node: unknown) => (node as Node).range?.[0] ?? 0;
  if (!isInSeq(document, part)) return rangeOf(Reflect.get(Object(item), "key"));
  return text.lastIndexOf("-", rangeOf(item) - 1);
}

function isInSeq(document: Document, part: Path): boolean {
  return isSeq(document.getIn(part.slice(0, -1), true));
}

/** With its name where it has one. */
function itemAt(document: Document, part: Path): unknown {
  const parent = document.getIn(part.slice(0, -1), true);
  if (isSeq(parent)) return parent.items[Number(part.at(-1))];
  return isMap(parent) ? parent.items.find(({ key }) => keyOf(key) === part.at(-1)) : undefined;
}

export const style = { lineWidth: 0, verifyAliasOrder: false };

/** A part, written. */
export function linesOfPart(document: Document, part: Path, { indent, step }: Indents): string[] {
  const list = isInSeq(document, part) ? new YAMLSeq() : new YAMLMap();
  Object.assign(list, { items: [itemAt(document, part)] });
  const alone = Object.assign(new Document(), { contents: list });
  return indented(linesOfDocument(alone, step), indent);
}

function linesOfDocument(document: Document, step: number): string[] {
  return document
    .toString({ ...style, indent: step })
    .trimEnd()
    .split("\n");
}

/** The lines of an entry, read as a document of their own; null where they refer to other places. */
export function changedLines(
  text: string,
  { from, to, indent, step }: Lines & Indents,
  [first = "", ...rest]: Path,
  change: (document: Document, path: Path) => void,
): string[] | null {
  const own = text.split("\n").slice(from, to);
  const part = parseDocument(own.map((line) => line.slice(indent)).join("\n"), {
    prettyErrors: false,
  });
  if (part.errors.length > 0) return null;
  const before = linesOfDocument(part, step);
  // An item of a list is the only one there.
  change(part, [isSeq(part.contents) ? 0 : first, ...rest]);
  const after = linesOfDocument(part, step);
  // Written line by line like this, all but the changed lines stay as they were.
  const { start, removed, added } = hunkOf(before, after);
  if (removed.length + added.length === 0) return own;
  if (before.length !== own.length) return indented(after, indent);
  return [...own.slice(0, start), ...indented(added, indent), ...own.slice(start + removed.length)];
}

function indented(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(indent) + line));
}

export function replaced(text: string, { from, to }: Lines, by: readonly string[]): string {
  const all = text.split("\n");
  return [...all.slice(0, from), ...by, ...all.slice(to)].join("\n");
}

/** The text if it means what the document does; else the whole document, as a new text. */
export function checked(text: string, document: Document): string {
  const meaning = (one: Document) => JSON.stringify(one.toJS({ maxAliasCount: 100 }));
  const again = readText(text);
  return again !== null && meaning(again) === meaning(document) ? text : document.toString(style);
}

export interface Hunk {
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The lines in which two texts differ: from the first to the last of them. */
export function hunkOf(old: readonly string[], now: readonly string[]): Hunk {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return {
    start,
    removed: old.slice(start, old.length - end),
    added: now.slice(start, now.length - end),
  };
}
