import type { ReactNode } from "react";
import { Answered, Empty, type QueryState } from "./states.tsx";
import { type More, Table, type TableProps } from "./table.tsx";

interface Pages<Row> {
  readonly pages: readonly { readonly data: readonly Row[]; readonly total_count?: number }[];
}

interface PagedTableProps<Row> extends Omit<TableProps<Row>, "rows" | "more" | "total"> {
  readonly query: QueryState<Pages<Row>> & More;
  /** For a list without rows; the second two where its filters may be the reason. */
  readonly words: {
    readonly none: string;
    readonly noneHint: string;
    readonly noneFound?: string;
    readonly noneFoundHint?: string;
  };
  readonly isFiltered?: boolean;
  /** Above the rows, where there are any. */
  readonly head?: ReactNode;
}

/** A list of the gateway, from its first page on, and what stands in its place before and without rows. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, words, isFiltered = false, head, ...table } = props;
  return (
    <Answered
      query={query}
      isEmpty={({ pages }) => pages[0]?.data.length === 0}
      empty={
        <Empty title={(isFiltered && words.noneFound) || words.none}>
          {(isFiltered && words.noneFoundHint) || words.noneHint}
        </Empty>
      }
    >
      {({ pages }) => (
        <>
          {head}
          <Table
            {...table}
            rows={pages.flatMap(({ data }) => data)}
            more={query}
            total={pages[0]?.total_count}
          />
        </>
      )}
    </Answered>
  );
}
