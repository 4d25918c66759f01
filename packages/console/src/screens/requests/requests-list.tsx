import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { fill } from "../../parts/fill.ts";
import { formatCount } from "../../parts/format.ts";
import { Answered, Empty, Stale } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { columns } from "./columns.tsx";
import type { RequestsQuery } from "./query.ts";
import { type Tail, useTail } from "./use-tail.ts";

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
