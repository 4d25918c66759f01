/** The cost of walking over and writing a value, in addition to its characters. */
const weightOfValue = 16;

/**
 * The weight of a JSON value: about the characters of its text, and 16 for each value and name. Counting stops at the
 * limit: a larger value returns some number above the limit.
 */
export function weightOf(value: unknown, limit: number = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return weightOfValue + value.length;
  if (typeof value !== "object" || value === null) return weightOfValue;
  return Array.isArray(value) ? weightOfList(value, limit) : weightOfFields(value, limit);
}

function weightOfList(list: readonly unknown[], limit: number): number {
  let weight = weightOfValue;
  for (const item of list) {
    weight += weightOf(item, limit - weight);
    if (weight > limit) break;
  }
  return weight;
}

function weightOfFields(fields: object, limit: number): number {
  let weight = weightOfValue;
  for (const name in fields) {
    if (!Object.hasOwn(fields, name)) continue;
    weight += name.length + weightOf(Reflect.get(fields, name), limit - weight);
    if (weight > limit) break;
  }
  return weight;
}
