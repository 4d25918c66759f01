type Facts = Readonly<Record<string, unknown>> | null;

export interface Change {
  readonly field: string;
  /** Null where the field was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What an event says about each field, in the order in which the gateway names them. */
export function changesOf(before: Facts, after: Facts): readonly Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field,
    before: written(before, field),
    after: written(after, field),
  }));
}

function written(facts: Facts, field: string): string | null {
  if (facts === null || !Object.hasOwn(facts, field)) return null;
  const value = facts[field];
  if (typeof value === "string") return value;
  return JSON.stringify(value, null, Array.isArray(value) ? 0 : 2) ?? null;
}
