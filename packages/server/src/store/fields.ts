/** A boolean, as both engines store it. */
export type Flag = 0 | 1;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type Column<Value> = Value extends boolean
  ? Flag
  : Value extends readonly unknown[]
    ? string
    : Value;

/** The columns of a record's fields: `createdAtMs` stands in `created_at_ms`. Flags are 0 and 1, lists are JSON. */
export type Columns<Fields> = {
  -readonly [Field in keyof Fields as SnakeCase<Field>]: Column<Fields[Field]>;
};

/** The values of columns under the names that a record has for them. */
export type FieldsOf<Row> = { readonly [Name in keyof Row as CamelCase<Name>]: Row[Name] };

/** Removes what the database refuses: NUL (PostgreSQL), and halves of surrogate pairs. */
export function toText(value: string): string {
  return (value.includes("\0") ? value.replaceAll("\0", "") : value).toWellFormed();
}

export function toTextOrNull(value: string | null): string | null {
  return value === null ? null : toText(value);
}

/** As text, in which both engines look for a part of it. */
export function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The column of a field. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** For insertions and changes: fields that were not sent are undefined, and Kysely does not change undefined columns. */
export function toColumns<Fields extends object>(fields: Fields): Columns<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [columnOf(name), toColumn(value)]),
  ) as Columns<Fields>;
}

function toColumn(value: unknown): unknown {
  if (typeof value === "string") return toText(value);
  if (typeof value === "boolean") return toFlag(value);
  return Array.isArray(value) ? JSON.stringify(value.map(toColumn)) : value;
}

/** Without the named columns. Flags stay 0 and 1, and lists JSON: the row does not tell them from numbers and texts. */
export function toFields<Row extends object, Left extends keyof Row = never>(
  row: Row,
  ...left: readonly Left[]
): FieldsOf<Omit<Row, Left>> {
  const without: readonly PropertyKey[] = left;
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
  ) as FieldsOf<Omit<Row, Left>>;
}
