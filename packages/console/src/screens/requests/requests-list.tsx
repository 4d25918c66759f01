import type { Schema } from "@portico/client";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { formatCount } from "../../parts/format.ts";
import { Answered, Empty, type QueryState, Stale } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { columns } from "./columns.tsx";
import type { RequestsQuery } from "./query.ts";
import { anchorOf, type Generation, newsIn, withNewer } from "./tail.ts";

/** How often the newest rows are asked for, while the page is in sight. */
const everyMs = 3000;
const pageSize = 100;

const noRows: Schema<"GenerationList"> = { data: [], next_cursor: null, links: { next: null } };

interface Tail {
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
function useTail(options: TailOptions): Tail {
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

interface LiveBarProps {
  readonly tail: Tail;
  readonly isLive: boolean;
  readonly onLive: (isLive: boolean) => void;
  readonly take: () => void;
}

/** Whether new rows come by themselves, and how many wait. */
function LiveBar({ tail, isLive, onLive, take }: LiveBarProps) {
  const words = texts.requests.live;
  const { waiting, hasGap } = tail;
  const count = fill(hasGap ? words.waitingMore : words.waiting, { count: formatCount(waiting) });
  return (
    <div className="live">
      <Button onClick={() => onLive(!isLive)} aria-pressed={isLive}>
        <span className={isLive ? "live-dot live-on" : "live-dot"} aria-hidden="true" />
        {isLive ? words.pause : words.resume}
      </Button>
      <span role="status">
        <span className="fine">{isLive ? words.on : words.off}</span>{" "}
        {waiting > 0 && (
          <Button kind="main" className="live-new" onClick={take}>
            ↑ {count}
          </Button>
        )}
      </span>
    </div>
  );
}

interface RequestsListProps {
  readonly query: RequestsQuery;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

export function RequestsList({ query, openId, onOpen, isFiltered, onClear }: RequestsListProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isLive, setLive] = useState(true);
  const { list, rows, reload } = useList(query);
  const isFollowed = list.data !== undefined && !list.isPlaceholderData && query.to === undefined;
  const isBeingRead = useCallback(
    () => openId !== undefined || isTableRead(place.current),
    [openId],
  );
  const tail = useTail({ query, list: rows, isFollowed, isLive, isBeingRead, reload });
  const take = () => {
    tail.take();
    scrollerIn(place.current)?.scrollTo({ top: 0 });
  };
  return (
    <div ref={place} className="requests-list">
      {isFollowed && <LiveBar {...{ tail, isLive, take }} onLive={setLive} />}
      {tail.newest.error !== null && <Stale query={tail.newest} />}
      <Answered
        query={list}
        isEmpty={() => tail.rows.length === 0 && !list.hasNextPage}
        empty={<NoRequests {...{ isFiltered, onClear }} />}
      >
        {() => (
          <Table
            label={texts.requests.title}
            columns={columns}
            rows={tail.rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => onOpen(id)}
            openKey={openId}
            more={list}
          />
        )}
      </Answered>
    </div>
  );
}

/** The rows in pages. They are not fetched again by themselves: that would move what is being read. */
function useList(query: RequestsQuery) {
  const client = useQueryClient();
  const init = useMemo(() => ({ params: { query: { ...query, limit: 100 } } }), [query]);
  const list = portico.listGenerations.useInfiniteQuery(init, {
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const reload = () => {
    void client.resetQueries({ queryKey: portico.listGenerations.infiniteOptions(init).queryKey });
  };
  return { list, rows, reload };
}

function NoRequests({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const words = texts.requests;
  if (!isFiltered) return <Empty title={words.none}>{words.noneHint}</Empty>;
  return (
    <Empty
      title={words.noneFound}
      action={<Button onClick={onClear}>{texts.parts.clearFilters}</Button>}
    >
      {words.noneFoundHint}
    </Empty>
  );
}

function scrollerIn(place: HTMLElement | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>(".table") ?? null;
}

/** Scrolled away from the top, under the pointer, or with the focus in it. */
function isTableRead(place: HTMLElement | null): boolean {
  const table = scrollerIn(place);
  return table !== null && (table.scrollTop > 0 || table.matches(":hover, :focus-within"));
}
