import type { Columns, FieldsOf } from "./columns.ts";
import { toFlag } from "./flag.ts";
import { toText } from "./money/ledger-row.ts";

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
