import type { ReactNode } from "react";
import { classNames } from "./words.ts";

export interface SmallColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
}

interface SmallTableProps<Row> {
  /** The first one tells the rows apart. */
  readonly columns: readonly SmallColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly className?: string;
  /** Where no heading above it says what it is. */
  readonly label?: string;
}

/** A few rows, which are all in the page. */
export function SmallTable<Row>(props: SmallTableProps<Row>) {
  return (
    <ScrollBox>
      <PlainTable {...props} />
    </ScrollBox>
  );
}

/** The same in a box that has a look of its own. */
export function PlainTable<Row>({ columns, rows, rowKey, className, label }: SmallTableProps<Row>) {
  const [head, ...others] = columns;
  const alignOf = ({ align }: SmallColumn<Row>) => (align === "end" ? "cell-end" : undefined);
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={alignOf(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <th scope="row">{head?.cell(row)}</th>
            {others.map((column) => (
              <td key={column.title} data-label={column.title} className={alignOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScrollBoxProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** What scrolls has to be within reach of the keyboard, also where it holds nothing to press (WCAG 2.1.1). */
const focusable = { tabIndex: 0 };

/** A short table that is wider than a narrow window. */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  return (
    <section className={classNames("plain-table", className)} {...focusable}>
      {children}
    </section>
  );
}
