export const csvType = "text/csv";

/** A column of the table: a field of a row, or of an object in a row. */
export type Column = readonly string[];

/** RFC 4180, with a head. A field of an inner object has both names: `latency.p50`. */
export function csvOf(columns: readonly Column[], rows: readonly unknown[]): string {
  const lines = [
    columns.map((column) => cellOf(column.join("."))),
    ...rows.map((row) => columns.map((column) => cellOf(valueAt(row, column)))),
  ];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

function valueAt(row: unknown, column: Column): unknown {
  return column.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined,
    row,
  );
}

/**
 * Spreadsheets run a text that begins like this as a formula, also with the wide forms of these characters, which Excel
 * reads in some languages; callers choose some of these texts.
 */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Whether a caller prefers CSV to JSON, by its `Accept`. */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept?.includes(csvType) !== true) return false;
  const weights = new Map(
    accept.split(",").map((entry): [string, number] => {
      const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [type, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const csv = weights.get(csvType) ?? 0;
  return csv > 0 && csv >= (weights.get("application/json") ?? 0);
}
