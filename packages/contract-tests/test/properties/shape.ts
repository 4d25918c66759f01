/**
 * What stands within these is the operator's or the caller's own; models differ in the next two, kinds of changes in the two after
 * them. Of refusals there are as many kinds as were met, and the mock does not count its own.
 */
const free = new Set([
  ...["metadata", "service_metadata", "pricing", "reasoning", "text", "arguments"],
  ...["description", "dimensions", "before", "after", "refused_by_reason"],
]);

/**
 * Where two replies differ in form: a field that one has and the other has not. Values may differ, a value may be null
 * on one side, and lists are compared by what their items of one `type` have in common.
 */
export function differencesOf(one: unknown, other: unknown, path = ""): string[] {
  if (Array.isArray(one) && Array.isArray(other)) return differencesOfLists(one, other, path);
  if (!isRecord(one) || !isRecord(other)) return [];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => {
    const here = path === "" ? name : `${path}.${name}`;
    if (free.has(name)) return [];
    if (!(name in one)) return [`${here} only at the second`];
    if (!(name in other)) return [`${here} only at the first`];
    return differencesOf(one[name], other[name], here);
  });
}

function differencesOfLists(one: unknown[], other: unknown[], path: string): string[] {
  const [ours, theirs] = [byType(one), byType(other)];
  return [...ours].flatMap(([type, item]) => {
    const match = theirs.get(type);
    return match === undefined ? [] : differencesOf(item, match, `${path}[${type}]`);
  });
}

/** The first item of each type; events and output items have one, others are all of the same. */
function byType(items: readonly unknown[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const item of items) {
    const type = typeOf(item);
    if (!found.has(type)) found.set(type, item);
  }
  return found;
}

/** An event that is about an item is of its item's type too: one side may speak where the other calls. */
function typeOf(item: unknown): string {
  if (!isRecord(item)) return typeof item;
  const { type = "item", item: about } = item;
  return isRecord(about) ? `${type} ${about["type"]}` : String(type);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
