import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { formatShare } from "../../parts/format.ts";
import { given } from "../../parts/given.ts";
import { Section } from "../../parts/page.tsx";
import { type SmallColumn, SmallTable } from "../../parts/small-table.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import type { RequestsQuery } from "./query.ts";

type AgentSession = Schema<"AgentSession">;
type LostCache = Schema<"LostCache">;

const words = texts.requests.sessions;

interface AgentSessionsProps {
  readonly query: RequestsQuery;
  readonly onOpen: (session: AgentSession) => void;
}

/** What agents used by session, by the filters of the screen that say something about it. */
export function AgentSessions({ query, onOpen }: AgentSessionsProps) {
  const { from, to, workspace_id, api_key_hash, model, session_id } = query;
  const filter = given({ from, to, workspace_id, api_key_hash, model, session_id });
  const list = portico.listAgentSessions.useInfiniteQuery({
    params: { query: { ...filter, limit: 50 } },
  });
  return (
    <Answered
      query={list}
      isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0) && !list.hasNextPage}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ pages }) => {
        const sessions = pages.flatMap(({ data }) => data);
        return (
          <div className="requests-list">
            <Table
              label={texts.requests.tabs.sessions}
              columns={columns}
              rows={sessions}
              rowKey={({ api_key_id, session_id: name }) => `${api_key_id} ${name}`}
              onOpen={onOpen}
              more={list}
            />
            {session_id !== undefined && sessions.map(lostCachesOf)}
          </div>
        );
      }}
    </Answered>
  );
}

/** The turns of one session that found no cached prompt, and the way to all of them. */
function lostCachesOf(session: AgentSession) {
  const { session_id: name, api_key_id: key, lost_caches: lost } = session;
  return (
    <Section key={`${key} ${name}`} title={`${words.lost}: ${name}`}>
      {lost.length === 0 ? (
        <p className="fine">
          <Count count={0} />
        </p>
      ) : (
        <SmallTable
          columns={[turnColumn(name, String(key)), ...lostColumns]}
          rows={lost}
          rowKey={({ generation_id }) => generation_id}
        />
      )}
      <p>
        <Link to="/requests" search={{ session: name, key: String(key) }}>
          {texts.requests.title}
        </Link>
      </p>
    </Section>
  );
}

const turnColumn = (session: string, key: string): SmallColumn<LostCache> => ({
  title: words.turn,
  cell: ({ turn, generation_id: id }) => (
    <Link to="/requests" search={{ tab: "sessions", session, key, id }}>
      {turn}
    </Link>
  ),
});

const lostColumns: readonly SmallColumn<LostCache>[] = [
  {
    title: texts.requests.columns.time,
    cell: ({ created_at }) => <Time at={created_at} isShort />,
  },
  { title: texts.requests.refused.reason, cell: ({ message }) => message },
  {
    title: texts.requests.facts.input,
    align: "end",
    cell: ({ prompt_tokens: count }) => <Count count={count} isShort />,
  },
  {
    title: texts.requests.facts.cached,
    align: "end",
    cell: ({ cached_tokens: count }) => <Count count={count} isShort />,
  },
];

const columns: readonly Column<AgentSession>[] = [
  {
    title: texts.requests.refused.last,
    width: 1.35,
    cell: ({ last_request_at }) => <Time at={last_request_at} isShort />,
  },
  { title: texts.requests.facts.session, width: 1.6, cell: ({ session_id: name }) => name },
  {
    title: texts.requests.columns.key,
    width: 1.2,
    cell: ({ api_key_name, api_key_id }) => api_key_name ?? api_key_id,
  },
  {
    title: words.turns,
    width: 0.6,
    align: "end",
    cell: ({ requests }) => <Count count={requests} isShort />,
  },
  {
    title: texts.requests.columns.tokens,
    align: "end",
    cell: ({ prompt_tokens, completion_tokens }) => (
      <Count count={prompt_tokens + completion_tokens} isShort />
    ),
  },
  {
    title: words.cached,
    width: 0.7,
    align: "end",
    cell: ({ cache_share: share }) => (share === null ? "–" : formatShare(share)),
  },
  {
    title: words.lost,
    width: 0.9,
    align: "end",
    cell: ({ lost_cache_count }) => <Count count={lost_cache_count} />,
  },
  {
    title: texts.requests.columns.cost,
    align: "end",
    cell: ({ usage }) => <Usd amount={usage} isShort />,
  },
  {
    title: texts.requests.columns.model,
    width: 1.6,
    isMinor: true,
    cell: ({ models }) => models.join(", "),
  },
];
