import { lessUsd } from "../../parts/usd.ts";

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
