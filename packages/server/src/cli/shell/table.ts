export type Cell = string | number | boolean | null | undefined;

function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => row.map(shown));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...lines.map((line) => (line[column] ?? "").length)),
  );
  const isNumber = headings.map((_, column) =>
    rows.every((row) => typeof (row[column] ?? 0) === "number"),
  );
  const drawn = [headings.map((heading) => heading.toUpperCase()), ...lines].map((line) =>
    line
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return drawn.join("\n");
}

type CellName<Row> = { [Name in keyof Row]-?: Row[Name] extends Cell ? Name : never }[keyof Row];

/** What a table shows of each row, by heading: a field, or what is made of the row. */
export type Columns<Row> = Readonly<Record<string, CellName<Row> | ((row: Row) => Cell)>>;

/** Columns under their headings, with numbers to the right. */
export function tableOf<Row>(rows: readonly Row[], columns: Columns<NoInfer<Row>>): string {
  return table(
    Object.keys(columns),
    rows.map((row) => cellsOf(row, columns)),
  );
}

function cellsOf<Row>(row: Row, columns: Columns<NoInfer<Row>>): Cell[] {
  return Object.values(columns).map((column) =>
    typeof column === "function" ? column(row) : (row[column] as Cell),
  );
}

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

/** A row without columns, for a list that has no end. */
export function lineOf<Row>(row: Row, columns: Columns<NoInfer<Row>>): string {
  return cellsOf(row, columns).map(shown).join("  ");
}

/** Names come from other people, so control characters are escaped and cannot steer the terminal. */
function shown(cell: Cell): string {
  if (cell === null || cell === undefined || cell === "") return "-";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "number") return decimal(cell);
  return cell.replace(/\p{Cc}/gu, "·");
}

function decimal(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(9).replace(/\.?0+$/, "");
}
