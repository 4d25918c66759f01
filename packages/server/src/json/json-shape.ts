/** Reads JSON of unknown shape: each function takes any value and returns the named type, or undefined. */
import type { Fields } from "@portico/core/json/shape";

export { type Fields, fieldsOf, isFields, listOf, textOf } from "@portico/core/json/shape";

/**
 * No real count is larger. This is the only place that limits counts: the reply and the ledger use the same number,
 * and sums of the few counts that a dialect adds up stay below what the ledger accepts.
 */
export const mostCounted = 2 ** 29;

/** A count of tokens or similar; some upstreams send a float or null. */
export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Math.min(Math.round(value), mostCounted)
    : undefined;
}

/** A field for a count that most upstreams leave out or send as 0: no field unless the count is positive. */
export function positive<Name extends string>(
  name: Name,
  value: unknown,
): { readonly [Field in Name]?: number } {
  const count = countOf(value) ?? 0;
  const none: { [Field in Name]?: number } = {};
  return count > 0 ? { ...none, [name]: count } : none;
}

/** The value of a JSON text; undefined for any other. The parser's message, which repeats a part of the text, is lost. */
export function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The fields that have a value. */
export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
