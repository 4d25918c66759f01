import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { type EntryDraft, type RowDraft, shownOf, textOf } from "./entry-draft.ts";
import type { FieldSpec, FormSpec, RowsSpec } from "./entry-forms.ts";
import { ByReference, type Change } from "./yaml-entry.ts";
import type { Path } from "./yaml-lines.ts";

/** Changes what differs from what stands there, and nothing else. */
export function changeOf({ fields, rows }: FormSpec, { texts, rows: parts }: EntryDraft): Change {
  return (document, path) => {
    for (const field of shownOf(fields, texts))
      setText(document, document, [...path, ...field.at.split(".")], field, texts[field.at]);
    if (rows !== undefined)
      setRows(document, path, { ...rows, fields: shownOf(rows.fields, texts) }, parts);
  };
}

type Holder = Pick<YAMLMap, "getIn" | "setIn" | "deleteIn">;

function setText(
  document: Document,
  holder: Holder,
  path: Path,
  { kind = "text" }: FieldSpec,
  text = "",
): void {
  const found: unknown = holder.getIn(path);
  const before: unknown = isNode(found) ? found.toJS(document) : found;
  if (text === (kind === "secret" ? "" : textOf(before))) return;
  if (text === "") return void holder.deleteIn(path);
  const value = toValue(kind, text, before);
  // A plain value keeps the node that it stands in, and its comment.
  const made = Array.isArray(value) ? document.createNode(value, { flow: true }) : value;
  put(document, holder, path, made);
}

function put(document: Document, holder: Holder, path: Path, value: unknown): void {
  for (let length = 1; length < path.length; length += 1) {
    const place = path.slice(0, length);
    const parent = holder.getIn(place, true);
    if (isAlias(parent)) throw new ByReference();
    if (!isCollection(parent)) holder.setIn(place, new YAMLMap(document.schema));
  }
  holder.setIn(path, value);
}

function toValue(kind: NonNullable<FieldSpec["kind"]>, text: string, before: unknown): unknown {
  if (kind === "flag") return text === "true";
  if (kind === "number") return toNumber(text);
  if (kind !== "list" && kind !== "numbers") return text;
  const items = text.split(",").flatMap((one) => one.trim() || []);
  const values = kind === "list" ? items : items.map(toNumber);
  return values.length === 1 && typeof before === "string" ? values[0] : values;
}

/** What is no number, such as `${LIMIT}`, stays text. */
function toNumber(text: string): unknown {
  if (text === "null") return null;
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

function setRows(document: Document, path: Path, spec: RowsSpec, rows: readonly RowDraft[]): void {
  const listPath = spec.at === "" ? path : [...path, spec.at];
  const lonePath = spec.at === "" || spec.lone === undefined ? path : [...path, spec.lone];
  const list = document.getIn(listPath, true);
  if (isAlias(list)) throw new ByReference();
  const items = isSeq(list) ? [...list.items] : loneItems(document, lonePath, spec);
  const filled = rows.filter(({ at, texts }) => at !== null || Object.values(texts).some(Boolean));
  const isList = isSeq(list) || filled.length > 1 || filled.some((row) => !isBare(spec, row));
  const made = filled.map((row, index) =>
    changedItem(document, items[row.at ?? -1], spec, isList ? numbered(spec, row, index) : row),
  );
  if (made.length === items.length && made.every((item, index) => item === items[index])) return;
  if (isSeq(list)) {
    list.items = made;
    return;
  }
  if (!isList) {
    put(document, document, lonePath, made[0]);
    return;
  }
  const all = Object.assign(new YAMLSeq(document.schema), { items: made });
  if (lonePath.length > path.length) document.deleteIn(lonePath);
  put(document, document, listPath, all);
}

/** What stands without a list. */
function loneItems(document: Document, path: Path, { lone }: RowsSpec): readonly unknown[] {
  const single = lone === undefined ? undefined : document.getIn(path, true);
  if (isScalar(single)) return single.value === null ? [] : [single];
  return isMap(single) && single.items.length > 0 ? [single] : [];
}

function isBare({ lone }: RowsSpec, { texts }: RowDraft): boolean {
  return (
    lone !== undefined && Object.entries(texts).every(([at, text]) => at === lone || text === "")
  );
}

function numbered({ fields }: RowsSpec, row: RowDraft, index: number): RowDraft {
  const named = fields.flatMap(({ at, numbered: begin }) =>
    begin === undefined || row.texts[at] !== "" ? [] : [[at, `${begin}${index + 1}`]],
  );
  return { ...row, texts: { ...row.texts, ...Object.fromEntries(named) } };
}

/** The same node where it stays one of its kind. */
function changedItem(document: Document, item: unknown, spec: RowsSpec, row: RowDraft): Node {
  const { lone = "", fields } = spec;
  if (isAlias(item)) throw new ByReference();
  if (isBare(spec, row) && !isMap(item)) return changedScalar(document, item, row.texts[lone]);
  const map = isMap(item) ? item : new YAMLMap(document.schema);
  for (const field of fields) {
    if (isScalar(item) && field.at === lone) map.set(lone, item);
    setText(document, map, field.at.split("."), field, row.texts[field.at]);
  }
  return map;
}

function changedScalar(document: Document, item: unknown, text = ""): Node {
  if (!isScalar(item)) return document.createNode(text);
  if (text !== "") item.value = text;
  return item;
}
