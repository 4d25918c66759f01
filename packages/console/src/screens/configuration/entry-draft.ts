import type { FieldSpec, FormSpec, RowsSpec } from "./entry-forms.ts";

export type Texts = Readonly<Record<string, string>>;

export interface RowDraft {
  /** Of this form alone. */
  readonly id: number;
  /** Its place in the entry; null for a new one. */
  readonly at: number | null;
  readonly texts: Texts;
}

/** A form as it is typed. */
export interface EntryDraft {
  readonly texts: Texts;
  readonly rows: readonly RowDraft[];
}

/** The form of what stands there; of a new entry where that is undefined. Secrets are not in it. */
export function draftOf({ fields, rows }: FormSpec, value: unknown): EntryDraft {
  const texts = textsOf(fields, value);
  if (rows === undefined) return { texts, rows: [] };
  const parts = partsOf(rows, value);
  const known = parts.map((part, at) => ({ id: at, at, texts: textsOf(rows.fields, part) }));
  return { texts, rows: known.length === 0 ? [emptyRow(rows, 0)] : known };
}

export function emptyRow({ fields }: RowsSpec, id: number): RowDraft {
  return { id, at: null, texts: textsOf(fields, undefined) };
}

function textsOf(fields: readonly FieldSpec[], value: unknown): Texts {
  return Object.fromEntries(
    fields.map(({ at, kind, start = "" }) => {
      const text = kind === "secret" ? "" : textOf(inside(value, at));
      return [at, value === undefined ? start : text];
    }),
  );
}

/** What stands alone is a part too. */
function partsOf({ at, lone }: RowsSpec, value: unknown): readonly unknown[] {
  const list = at === "" ? value : inside(value, at);
  const single = at === "" || lone === undefined ? value : { [lone]: inside(value, lone) };
  const parts: readonly unknown[] = Array.isArray(list) ? list : lone === undefined ? [] : [single];
  const named = (part: unknown) =>
    typeof part === "string" && lone !== undefined ? { [lone]: part } : part;
  return parts.map(named).filter((part) => lone === undefined || inside(part, lone) !== undefined);
}

function inside(value: unknown, at: string): unknown {
  return at
    .split(".")
    .reduce<unknown>((one, name) => (isObject(one) ? one[name] : undefined), value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

export function textOf(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return isObject(value) ? "" : String(value);
}

export function shownOf<Field extends FieldSpec>(
  fields: readonly Field[],
  texts: Texts,
): readonly Field[] {
  return fields.filter(({ when }) => when?.(texts) ?? true);
}
