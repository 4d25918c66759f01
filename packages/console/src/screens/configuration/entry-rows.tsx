import type { ReactNode } from "react";
import { Button } from "../../parts/buttons.tsx";

interface InputState {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface EntryRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly empty: Row;
  readonly another: string;
  readonly children: (inputOf: (name: keyof Row) => InputState, index: number) => ReactNode;
}

const mostRows = 8;

/** Entries of one kind below each other, of which more can be added. */
export function EntryRows<Row extends { readonly [Name in keyof Row]: string }>({
  rows,
  onChange,
  empty,
  another,
  children,
}: EntryRowsProps<Row>) {
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are added at the end alone, and never go
        <div key={index} className="entry-row">
          {children(
            (name) => ({
              value: row[name],
              onChange: (value) =>
                onChange(rows.map((one, at) => (at === index ? { ...one, [name]: value } : one))),
            }),
            index,
          )}
        </div>
      ))}
      {rows.length < mostRows && (
        <p>
          <Button kind="quiet" onClick={() => onChange([...rows, empty])}>
            {another}
          </Button>
        </p>
      )}
    </>
  );
}
