/** The places at which two values differ, such as `limits.body_bytes`. Only places: the values may be secrets. */
export function differences(one: unknown, other: unknown): readonly string[] {
  return [...differing(one, other, "")];
}

function* differing(one: unknown, other: unknown, place: string): Generator<string> {
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (parts === null || others === null) {
    if (!Object.is(one, other)) yield place;
    return;
  }
  for (const name of new Set([...parts.keys(), ...others.keys()])) {
    const inner = place === "" ? name : `${place}.${name}`;
    yield* differing(parts.get(name), others.get(name), inner);
  }
}

/** The parts of a map, list or object by their names; null for any other value. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (value instanceof Map) return new Map([...value].map(([name, part]) => [String(name), part]));
  if (typeof value !== "object" || value === null) return null;
  return new Map(Object.entries(value));
}
