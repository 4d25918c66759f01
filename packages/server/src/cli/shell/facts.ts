import { type Cell, table } from "./table.ts";

/** One thing, with a line for each field that has a value. Nested fields but lists of texts are only in --json. */
export function factLines(thing: object): string {
  const rows = Object.entries(thing).flatMap(([name, value]): [string, Cell][] => {
    if (isTexts(value)) return [[name, value.join(", ")]];
    return value === null || typeof value === "object" ? [] : [[name, value]];
  });
  return table(["field", "value"], rows);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
