import { type Document, isMap, isScalar, isSeq, YAMLMap, YAMLSeq } from "yaml";
import {
  changedLines,
  checked,
  isBlock,
  isInLine,
  keyOf,
  linesOf,
  linesOfPart,
  type Path,
  readText,
  replaced,
  style,
} from "./yaml-lines.ts";

/** An entry of the configuration: `providers` and `openai`. A section that is one entry itself has no name. */
export interface EntryPlace {
  readonly section: string;
  readonly name: string | null;
}

/** What a form does to the entry at a path. */
export type Change = (document: Document, path: Path) => void;

/** The entry, or a part of it, stands elsewhere: a form must not change the other place. */
export class ByReference extends Error {}

/** The names of the entries of a section, in their order. */
export function namesIn(document: Document, section: string): readonly string[] {
  const found = document.get(section);
  if (isMap(found)) return found.items.map(({ key }) => keyOf(key));
  if (!isSeq(found)) return [];
  return found.items.map((item) => (isMap(item) ? String(item.get("id")) : ""));
}

/** Where an entry stands; null where there is none. */
export function pathOf(document: Document, { section, name }: EntryPlace): Path | null {
  if (name === null) return document.has(section) ? [section] : null;
  const at = namesIn(document, section).indexOf(name);
  if (at < 0) return null;
  return [section, isSeq(document.get(section)) ? at : name];
}

/**
 * The text with a changed or a new entry. The entry's own lines alone are read and written again, with all that a form does not
 * know, comments too. Null where it cannot be changed by a form.
 */
export function withEntry(text: string, place: EntryPlace, change: Change): string | null {
  const document = readText(text);
  if (document === null) return null;
  const known = pathOf(document, place);
  try {
    if (known === null) return withNew(text, document, place, change);
    const unit = unitOf(document, known);
    const lines = unit && linesOf(text, document, unit);
    change(document, known);
    const by = unit && lines && changedLines(text, lines, known.slice(unit.length - 1), change);
    return by === null || lines === null
      ? document.toString(style)
      : checked(replaced(text, lines, by), document);
  } catch (error) {
    if (error instanceof ByReference) return null;
    throw error;
  }
}

/** The text without an entry. What stood in a section alone takes the section with it. */
export function withoutEntry(text: string, place: EntryPlace): string | null {
  const document = readText(text);
  const known = document && pathOf(document, place);
  if (document === null || known === null) return null;
  const isLast = namesIn(document, place.section).length === 1;
  const gone = isLast ? [place.section] : known;
  const unit = unitOf(document, gone);
  const lines = unit && linesOf(text, document, unit);
  document.deleteIn(gone);
  if (unit === null || lines === null) return document.toString(style);
  const left = unit.length === gone.length ? [] : linesOfPart(document, unit, lines);
  return checked(replaced(text, lines, left), document);
}

/** What has lines of its own: the entry, its section, or null for the whole document. */
function unitOf(document: Document, path: Path): Path | null {
  if (!isBlock(document)) return null;
  return isInLine(document.get(String(path[0]), true)) ? path.slice(0, 1) : path;
}

function withNew(text: string, document: Document, place: EntryPlace, change: Change): string {
  const { section } = place;
  const isThere = isBlock(document) && document.has(section);
  const lines = isThere ? linesOf(text, document, [section]) : null;
  const present = namesIn(document, section)[0];
  const first = present === undefined ? null : pathOf(document, { section, name: present });
  const unit = first && unitOf(document, first);
  const siblings = unit?.length === 2 ? linesOf(text, document, unit) : null;
  const path = put(document, place);
  change(document, path);
  if (!isBlock(document)) return document.toString(style);
  if (lines === null) {
    const before = text.trim() === "" ? [] : text.trimEnd().split("\n");
    const added = linesOfPart(document, [section], { indent: 0, step: 2 });
    return checked(`${[...before, ...added].join("\n")}\n`, document);
  }
  if (siblings === null)
    return checked(replaced(text, lines, linesOfPart(document, [section], lines)), document);
  const head = lines.from + 1;
  const added = linesOfPart(document, path, siblings);
  return checked(replaced(text, { from: head, to: head }, added), document);
}

/** An empty entry in front of the others, or as the first of its section. */
function put(document: Document, { section, name }: EntryPlace): Path {
  const made = new YAMLMap(document.schema);
  if (name === null) {
    document.set(section, made);
    return [section];
  }
  const list = listIn(document, section);
  const isList = isSeq(list);
  if (isList) made.set("id", name);
  const item: unknown = isList ? made : document.createPair(name, made);
  list.items.unshift(item as never);
  return [section, isList ? 0 : name];
}

function listIn(document: Document, section: string): YAMLMap | YAMLSeq {
  const present = document.get(section, true);
  const isThere = isMap(present) || isSeq(present);
  if (isThere && present.items.length > 0) return present;
  const made = section === "models" ? new YAMLSeq(document.schema) : new YAMLMap(document.schema);
  if (isThere || isScalar(present)) made.commentBefore = present.comment ?? null;
  document.set(section, made);
  return made;
}
