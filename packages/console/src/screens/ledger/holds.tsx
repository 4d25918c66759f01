import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { formatMs, formatUsd } from "../../parts/format.ts";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
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
  const page = query.data?.pages[0];
  return (
    <PagedTable
      query={query}
      words={{ none: words.noHolds, noneHint: words.noHoldsHint }}
      head={
        <p className="fine">
          {fill(words.holdsSum, {
            count: page?.total_count ?? 0,
            amount: formatUsd(page?.total_held ?? 0),
          })}
        </p>
      }
      label={words.tabs.holds}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const columns: readonly Column<Hold>[] = [
  { title: words.amount, cell: ({ amount }) => <Usd amount={amount} />, align: "end" },
  { title: words.age, cell: ({ age }) => formatMs(age), align: "end", width: 0.8 },
  {
    title: words.key,
    cell: ({ api_key_name, api_key_hash }) => (
      <Link to="/keys" search={{ key: api_key_hash }}>
        {api_key_name}
      </Link>
    ),
    width: 1.4,
  },
  { title: words.model, cell: ({ model }) => model, width: 1.4 },
  {
    title: words.from,
    cell: ({ uses_credits }) => (uses_credits ? words.ofCredits : words.ofOwn),
    isMinor: true,
  },
  { title: words.process, cell: (hold) => <Process hold={hold} />, width: 1.4 },
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
