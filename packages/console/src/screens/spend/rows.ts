import type { Schema } from "@portico/client";
import { stepLabel } from "../../parts/chart-times.ts";
import { type Dimension, filterValueOf, identityOf, labelsOf } from "../../parts/dimensions.ts";
import { stepOf } from "../../parts/periods.ts";
import { lessUsd } from "../../parts/usd.ts";
import type { SpendSearch } from "../searches.ts";

type Row = Schema<"ActivityRow">;
export type RowsBy = Dimension | "day";

export interface SpendRow {
  readonly id: string;
  readonly label: string;
  readonly row: Row;
}

export function rowIdOf(row: Row, by: RowsBy): string {
  return by === "day" ? stepOf(row) : identityOf(row, by);
}

export function spendRowsOf(
  rows: readonly Row[],
  by: RowsBy,
  zone: string,
  names: ReadonlyMap<string, string>,
): readonly SpendRow[] {
  if (by === "day")
    return rows.map((row) => ({ id: stepOf(row), label: timeLabel(row, zone), row }));
  const labels = labelsOf(rows, by, names);
  return rows.map((row, index) => ({
    id: identityOf(row, by),
    label: labels[index]?.label ?? "",
    row,
  }));
}

function timeLabel(row: Row, zone: string): string {
  return row.hour === null
    ? stepLabel(stepOf(row), "day", "UTC")
    : stepLabel(row.hour, "hour", zone);
}

/** The dimension that a reader looks at next, in this order. */
const order: readonly Dimension[] = ["model", "key", "app", "provider", "workspace"];

/** The same address, about one row only; null where the row's value cannot be asked for. */
export function narrowedTo(row: Row, by: RowsBy, search: SpendSearch): SpendSearch | null {
  if (by === "day")
    return row.date === null ? null : { ...search, from: row.date, to: row.date, by: "hour" };
  const value = filterValueOf(row, by);
  if (value === null) return null;
  const narrowed = { ...search, [by]: value };
  // Tags and applications are counted apart.
  const left = order.filter((dimension) => dimension !== "app" || search.tag_name === undefined);
  const free = left.filter((dimension) => narrowed[dimension] === undefined);
  const [rows, ...rest] = free;
  const stack = search.stack !== undefined && rest.includes(search.stack) ? search.stack : rest[0];
  return { ...narrowed, rows, stack };
}

export interface Cells {
  /** What one row spent by each column; null where the gateway's page ended before it. */
  readonly amounts: readonly (number | null)[];
  readonly others: number | null;
}

interface Crossed {
  readonly row: string;
  readonly column: string;
  readonly amount: number;
}

/** The amounts of one row by columns. Of a list that is whole, a combination that is missing spent nothing. */
export function cellsOf(
  row: { readonly id: string; readonly amount: number },
  columns: readonly string[],
  crossed: ReadonlyMap<string, number>,
  isWhole: boolean,
): Cells {
  const amounts = columns.map(
    (column) => crossed.get(crossing(row.id, column)) ?? (isWhole ? 0 : null),
  );
  const known = amounts.filter((amount) => amount !== null);
  const others = known.length < amounts.length ? null : lessUsd(row.amount, ...known);
  return { amounts, others };
}

export function crossedOf(crossed: readonly Crossed[]): ReadonlyMap<string, number> {
  return new Map(crossed.map(({ row, column, amount }) => [crossing(row, column), amount]));
}

function crossing(row: string, column: string): string {
  return JSON.stringify([row, column]);
}
