import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { texts } from "../texts/texts.ts";
import { type Column, cellClass, shareOf, TableRow } from "./table-row.tsx";

/** As in styles/narrow.css, where rows become cards. */
const narrow = matchMedia("(max-width: 40rem)");

/** Whether rows are cards now, each as high as what it holds. */
function useIsCards(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
}

export type { Column } from "./table-row.tsx";

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
const cardHeight = 200;
/** How many rows before the end the next page is asked for. */
const askAhead = 20;

/**
 * A list of any length: only the rows in sight are in the page, and the next page is fetched before its end is reached.
 * Tab stops at one row: a list that never ends would keep it. Arrow keys, Home and End go from row to row, Enter opens one.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, openKey, more, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isCards = useIsCards();
  const wasCards = useRef(isCards);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isCards ? cardHeight : rowHeight),
    overscan: 12,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const { measure } = virtual;
  // What was measured of rows says nothing of cards.
  const remeasure = useEffectEvent(() => measure());
  useLayoutEffect(() => {
    if (isCards !== wasCards.current) remeasure();
    wasCards.current = isCards;
  }, [isCards]);
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
    <div
      className="table"
      ref={scroller}
      // Where no row is a stop, a list that is longer than its window could not be scrolled by keys.
      {...(onOpen === undefined && { role: "group", "aria-label": label, tabIndex: 0 })}
    >
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
                onDrawn={isCards ? virtual.measureElement : undefined}
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
            data-label={column.title}
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

/** The row may have to be drawn first. */
function focusRow(table: HTMLElement | null, scrollTo: (index: number) => void, index: number) {
  if (table === null || index < 0) return;
  scrollTo(index);
  requestAnimationFrame(() =>
    table.querySelector<HTMLElement>(`.row-opener[data-index="${index}"]`)?.focus(),
  );
}
