/** Reads JSON of unknown shape: each function takes any value and returns the named type, or undefined. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const none: Fields = Object.freeze({});

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : none;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
