import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { texts } from "../texts/texts.ts";
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

/** The pages of a list. */
export interface More {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly onOpen?: (row: Row) => void;
  readonly openKey?: string | number | undefined;
  readonly more?: More;
  /** Of the whole list, where it is known. */
  readonly total?: number | undefined;
}

const rowHeight = 44;
/** How many rows before the end the next page is asked for. */
const askAhead = 20;

/**
 * A list of any length: only the rows in sight are in the page, and the next page is fetched before its end is reached.
 * Tab stops at one row: a list that never ends would keep it. Arrow keys, Home and End go from row to row, Enter opens one.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, openKey, more, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const [reached, setReached] = useState(0);
  const stop = items.some(({ index }) => index === reached) ? reached : items[0]?.index;
  useEffect(() => {
    const isNear = last >= rows.length - askAhead;
    if (more !== undefined && isNear && more.hasNextPage && !more.isFetchingNextPage)
      more.fetchNextPage();
  }, [last, rows.length, more]);
  return (
    <div className="table" ref={scroller}>
      <table aria-label={label} aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr className="row" aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.key ?? column.title}
                scope="col"
                className={cellClass(column)}
                style={shareOf(column)}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={String(key)}
                {...{ row, columns, index, start, onOpen }}
                isStop={index === stop}
                onReach={() => setReached(index)}
                last={rows.length - 1}
                isOpen={openKey !== undefined && rowKey(row) === openKey}
                goTo={(next) => focusRow(scroller.current, virtual.scrollToIndex, next)}
              />
            );
          })}
        </tbody>
        <Foot columns={columns} />
      </table>
      {more?.isFetchingNextPage === true && (
        <output className="table-more">{texts.parts.loadingMore}</output>
      )}
    </div>
  );
}

function Foot<Row>({ columns }: Pick<TableProps<Row>, "columns">) {
  if (columns.every(({ foot }) => foot === undefined)) return null;
  return (
    <tfoot>
      <tr className="row">
        {columns.map((column) => (
          <td
            key={column.key ?? column.title}
            className={cellClass(column)}
            style={shareOf(column)}
          >
            {column.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  );
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
  /** The index of the last row. */
  readonly last: number;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly goTo: (index: number) => void;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, index, start, isOpen, isStop, onReach, last, onOpen, goTo } = props;
  const place = useRef<HTMLTableRowElement>(null);
  // What cells hold knows nothing of rows. Lists without an opener have few rows, and Tab goes through them.
  useLayoutEffect(() => {
    for (const control of place.current?.querySelectorAll<HTMLElement>(innerControls) ?? [])
      control.tabIndex = isStop || onOpen === undefined ? 0 : -1;
  });
  return (
    <tr
      ref={place}
      onFocus={onReach}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className={classNames("row", onOpen && "row-opens")}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <td key={column.key ?? column.title} className={cellClass(column)} style={shareOf(column)}>
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
function shareOf<Row>({ width = 1 }: Column<Row>) {
  return { flex: `${width} 1 0` };
}

function cellClass<Row>({ align, isMinor }: Column<Row>): string {
  return classNames("cell", align === "end" && "cell-end", isMinor && "cell-minor");
}

/** The row may have to be drawn first. */
function focusRow(table: HTMLElement | null, scrollTo: (index: number) => void, index: number) {
  if (table === null || index < 0) return;
  scrollTo(index);
  requestAnimationFrame(() => table.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
}
