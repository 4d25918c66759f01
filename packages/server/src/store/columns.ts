import type { Flag } from "./flag.ts";

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
