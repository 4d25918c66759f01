import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { classNames } from "./words.ts";

export interface Column<Row> {
  readonly title: string;
  /** Tells it apart where another column may have its title. */
  readonly key?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its share of the row; 1 unless said. */
  readonly width?: number;
  readonly align?: "start" | "end";
  /** Of the whole list, below its rows. */
  readonly foot?: ReactNode;
  /** Left out where the window is narrow. */
  readonly isMinor?: boolean;
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly start: number;
  readonly isOpen: boolean;
  /** Whether Tab stops here. */
  readonly isStop: boolean;
  readonly onReach: () => void;
  /** Measures it, where rows are not all of one height. */
  readonly onDrawn: ((row: HTMLTableRowElement | null) => void) | undefined;
  /** The index of the last row. */
  readonly last: number;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly goTo: (index: number) => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, index, start, isOpen, isStop, last, onOpen, goTo } = props;
  const { onReach, onDrawn } = props;
  const place = useRef<HTMLTableRowElement>(null);
  // What cells hold knows nothing of rows. Lists without an opener have few rows, and Tab goes through them.
  useLayoutEffect(() => {
    for (const control of place.current?.querySelectorAll<HTMLElement>(innerControls) ?? [])
      control.tabIndex = isStop || onOpen === undefined ? 0 : -1;
  });
  useLayoutEffect(() => {
    onDrawn?.(place.current);
    return () => onDrawn?.(null);
  }, [onDrawn]);
  return (
    <tr
      ref={place}
      data-index={index}
      onFocus={onReach}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className={classNames("row", onOpen && "row-opens")}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <td
          key={column.key ?? column.title}
          data-label={column.title}
          className={cellClass(column)}
          style={shareOf(column)}
        >
          {at === 0 && onOpen !== undefined ? (
            <Opener onOpen={() => onOpen(row)} {...{ index, isStop, last, goTo }}>
              {column.cell(row)}
            </Opener>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const innerControls = ":is(a, button, input):not(.row-opener)";

interface OpenerProps {
  readonly index: number;
  readonly isStop: boolean;
  readonly last: number;
  readonly onOpen: () => void;
  readonly goTo: (index: number) => void;
  readonly children: ReactNode;
}

/** The button in the first cell. Its area is the whole row. */
function Opener({ index, isStop, last, onOpen, goTo, children }: OpenerProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
  return (
    <button
      type="button"
      className="row-opener"
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}

/** Columns that a narrow window leaves out give their share to the others. */
export function shareOf<Row>({ width = 1 }: Column<Row>) {
  return { flex: `${width} 1 0` };
}

export function cellClass<Row>({ align, isMinor }: Column<Row>): string {
  return classNames("cell", align === "end" && "cell-end", isMinor && "cell-minor");
}
