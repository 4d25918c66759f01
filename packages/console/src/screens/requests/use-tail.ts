import type { Schema } from "@portico/client";
import { useEffect, useMemo, useState } from "react";
import { portico } from "../../app/portico.ts";
import type { QueryState } from "../../parts/states.tsx";
import type { RequestsQuery } from "./query.ts";
import { anchorOf, type Generation, newsIn, withNewer } from "./tail.ts";

/** How often the newest rows are asked for, while the page is in sight. */
const everyMs = 3000;
const pageSize = 100;

const noRows: Schema<"GenerationList"> = { data: [], next_cursor: null, links: { next: null } };

export interface Tail {
  readonly rows: readonly Generation[];
  /** How many new rows wait to be shown; with a gap, at least so many. */
  readonly waiting: number;
  readonly hasGap: boolean;
  /** Puts the waiting rows on top. */
  readonly take: () => void;
  /** The question for the newest rows. */
  readonly newest: QueryState<unknown>;
}

interface TailOptions {
  readonly query: RequestsQuery;
  /** The rows that were fetched by pages. */
  readonly list: readonly Generation[];
  /** Not before they were fetched, and not for a list that ends in the past. */
  readonly isFollowed: boolean;
  /** Whether new rows are put on top by themselves; else they wait. */
  readonly isLive: boolean;
  /** Asked when new rows come: they wait while the reader looks at others. */
  readonly isBeingRead: () => boolean;
  readonly reload: () => void;
}

/** Follows the top of the list. TanStack Query asks again at each interval, and not while the tab is hidden. */
export function useTail(options: TailOptions): Tail {
  const { query, list, isFollowed, isLive, isBeingRead, reload } = options;
  const [newer, setNewer] = useState<Newer>({ query, rows: [] });
  // Rows of other filters are those of another list.
  const own = newer.query === query ? newer.rows : none;
  const rows = useMemo(() => withNewer(own, list), [own, list]);
  const from = anchorOf(rows[0]);
  const poll = portico.listGenerations.useQuery(
    { params: { query: { ...query, limit: pageSize, ...(from === undefined ? {} : { from }) } } },
    {
      enabled: isFollowed,
      refetchInterval: everyMs,
      // Rows that were put on top change `from`: the next question waits for the interval all the same.
      initialData: noRows,
      staleTime: everyMs,
      gcTime: 0,
    },
  );
  const news = useMemo(() => newsIn(poll.data, rows), [poll.data, rows]);
  const put = () => setNewer({ query, rows: withNewer(news.rows, own) });
  const askedAt = poll.dataUpdatedAt;
  useEffect(() => {
    if (!isLive || askedAt === 0 || news.rows.length === 0 || news.hasGap || isBeingRead()) return;
    setNewer({ query, rows: withNewer(news.rows, own) });
  }, [isLive, isBeingRead, askedAt, news, query, own]);
  return {
    rows,
    waiting: news.rows.length,
    hasGap: news.hasGap,
    take: news.hasGap ? reload : put,
    newest: poll,
  };
}

interface Newer {
  readonly query: RequestsQuery;
  readonly rows: readonly Generation[];
}

const none: readonly Generation[] = [];
