import type { ReactNode } from "react";
import { ScrollBox } from "./scroll-box.tsx";

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
}

/** A few rows, which are all in the page. */
export function SmallTable<Row>({ columns, rows, rowKey, className }: SmallTableProps<Row>) {
  const [head, ...others] = columns;
  const alignOf = ({ align }: SmallColumn<Row>) => (align === "end" ? "cell-end" : undefined);
  return (
    <ScrollBox>
      <table className={className}>
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
                <td key={column.title} className={alignOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
