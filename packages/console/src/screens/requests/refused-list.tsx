import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count, Time } from "../../parts/amounts.tsx";
import { subjectOfFailure } from "../../parts/change-place.ts";
import { formatCount } from "../../parts/format.ts";
import { given } from "../../parts/given.ts";
import { ChangeLink } from "../../parts/links.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { fill, spoken } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { errorKinds } from "../searches.ts";
import type { RequestsQuery } from "./query.ts";

type Refusal = Schema<"Refusal">;

const words = texts.requests.refused;

type BookedOnly = Exclude<(typeof errorKinds)[number], Schema<"ErrorKind">>;

/** Kinds of requests that had begun. */
const bookedOnly: ReadonlySet<string> = new Set<BookedOnly>([
  ...(["caller_gone", "abandoned", "rejected", "connection", "timeout"] as const),
  ...(["credential", "unpaid", "unopened", "malformed", "cut"] as const),
]);

const reasons = errorKinds.filter(
  (kind): kind is Exclude<typeof kind, BookedOnly> => !bookedOnly.has(kind),
);

/** What was refused, by the filters of the screen that say something about it. */
export function RefusedList({ query }: { readonly query: RequestsQuery }) {
  const { from, to, workspace_id, api_key_hash, model, error_kind } = query;
  const reason = reasons.find((kind) => kind === error_kind);
  const filter = given({ from, to, workspace_id, api_key_hash, model, reason });
  const list = portico.listRefusals.useInfiniteQuery({
    params: { query: { ...filter, limit: 100 } },
  });
  return (
    <Answered
      query={list}
      isEmpty={({ pages }) => pages[0]?.data.length === 0}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ pages }) => (
        <div className="requests-list">
          <p className="fine">
            {fill(words.sum, { count: formatCount(pages[0]?.totals.refused_requests ?? 0) })}
          </p>
          <Table
            label={words.label}
            columns={columns}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ hour, api_key_id, reason: why, model: id }) =>
              [hour, api_key_id, why, id].join(" ")
            }
            more={list}
            total={pages[0]?.total_count}
          />
        </div>
      )}
    </Answered>
  );
}

const columns: readonly Column<Refusal>[] = [
  { title: words.last, width: 1.35, cell: ({ last_at }) => <Time at={last_at} isShort /> },
  {
    title: words.count,
    width: 0.6,
    align: "end",
    cell: ({ requests }) => <Count count={requests} />,
  },
  { title: words.reason, width: 1.3, cell: ({ status, reason }) => `${status} ${spoken(reason)}` },
  {
    title: texts.requests.columns.key,
    width: 1.2,
    cell: ({ api_key_name, api_key_id }) => (
      <Link to="/requests" search={{ tab: "refused", key: String(api_key_id) }}>
        {api_key_name ?? api_key_id}
      </Link>
    ),
  },
  { title: texts.requests.columns.model, width: 1.3, cell: ({ model }) => model ?? "–" },
  {
    title: texts.parts.toChange,
    width: 0.8,
    cell: ({ reason, last_subject: subject, api_key_id: key, model }) => (
      <ChangeLink
        isShort
        cause={reason}
        subject={subject ?? subjectOfFailure(reason, { key, model, provider: null })}
      />
    ),
  },
  {
    title: words.message,
    width: 3,
    isMinor: true,
    cell: ({ last_message }) => <span title={last_message}>{last_message}</span>,
  },
];
