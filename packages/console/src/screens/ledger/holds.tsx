import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { fill } from "../../parts/fill.ts";
import { formatMs, formatUsd } from "../../parts/format.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";

type Hold = Schema<"Hold">;

const words = texts.ledger;
const refreshMs = 5000;
/** A process sends its heartbeat every few seconds. The gateway books a hold after half a minute of silence. */
const silentMs = 15_000;

/** What is held now, oldest first: a hold that grows old beside a silent process will be booked in full. */
export function Holds() {
  const query = portico.listHolds.useInfiniteQuery(
    { params: { query: { limit: 100 } } },
    { refetchInterval: refreshMs },
  );
  return (
    <Answered
      query={query}
      isEmpty={({ pages }) => pages[0]?.data.length === 0}
      empty={<Empty title={words.noHolds}>{words.noHoldsHint}</Empty>}
    >
      {({ pages }) => (
        <>
          <p className="fine">
            {fill(words.holdsSum, {
              count: pages[0]?.total_count ?? 0,
              amount: formatUsd(pages[0]?.total_held ?? 0),
            })}
          </p>
          <Table
            label={words.tabs.holds}
            columns={columns}
            rows={pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            more={query}
            total={pages[0]?.total_count}
          />
        </>
      )}
    </Answered>
  );
}

const columns: readonly Column<Hold>[] = [
  {
    name: "amount",
    title: words.amount,
    cell: ({ amount }) => <Usd amount={amount} />,
    align: "end",
  },
  { name: "age", title: words.age, cell: ({ age }) => formatMs(age), align: "end", width: 0.8 },
  {
    name: "key",
    title: words.key,
    cell: ({ api_key_name, api_key_hash }) => (
      <Link to="/keys" search={{ key: api_key_hash }}>
        {api_key_name}
      </Link>
    ),
    width: 1.4,
  },
  { name: "model", title: words.model, cell: ({ model }) => model, width: 1.4 },
  {
    name: "credits",
    title: words.from,
    cell: ({ uses_credits }) => (uses_credits ? words.ofCredits : words.ofOwn),
    isMinor: true,
  },
  { name: "process", title: words.process, cell: (hold) => <Process hold={hold} />, width: 1.4 },
];

function Process({ hold: { process_silent: silent, process_id } }: { readonly hold: Hold }) {
  if (silent === null) return <span className="none">–</span>;
  if (silent < silentMs)
    return (
      <span title={process_id}>
        <Badge tone="good">{words.alive}</Badge>
      </span>
    );
  return (
    <span title={process_id}>
      <Badge tone="warning">{fill(words.silent, { time: formatMs(silent) })}</Badge>
    </span>
  );
}
