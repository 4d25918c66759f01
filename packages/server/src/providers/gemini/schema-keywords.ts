import { type Fields, isFields, listOf, textOf } from "../../json/json-shape.ts";

const types: ReadonlyMap<string, string> = new Map([
  ["string", "STRING"],
  ["number", "NUMBER"],
  ["integer", "INTEGER"],
  ["boolean", "BOOLEAN"],
  ["array", "ARRAY"],
  ["object", "OBJECT"],
]);

/** Keywords that mean the same in both; all others are unknown there and refused. */
const shared = [
  "title",
  "description",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "default",
] as const;

const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["date-time", "enum"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
};

/** Takes over what means the same in both. */
export function addShared(to: Record<string, unknown>, plain: Fields): void {
  for (const key of shared) if (plain[key] !== undefined) to[key] = plain[key];
}

export function typeOf(plain: Fields, stated: string | undefined): string {
  const known = types.get(stated ?? "");
  if (known !== undefined) return known;

  if (isFields(plain["properties"])) return "OBJECT";

  return plain["items"] === undefined ? "STRING" : "ARRAY";
}

/** Only texts can be enumerated. */
export function choicesOf(plain: Fields): readonly unknown[] {
  const stated = plain["const"] === undefined ? listOf(plain["enum"]) : [plain["const"]];
  return stated.filter((value) => typeof value === "string" && value !== "");
}

/** Of the formats, those that its type may have. */
export function formatOf(plain: Fields, type: string): string | undefined {
  const format = textOf(plain["format"]);
  return format !== undefined && formats[type]?.includes(format) ? format : undefined;
}
