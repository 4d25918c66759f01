import type { Schema } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.ledger;

/** Every grant of credit, newest first. */
export function Grants() {
  const query = portico.listCreditGrants.useInfiniteQuery({ params: { query: { limit: 100 } } });
  return (
    <Answered
      query={query}
      isEmpty={({ pages }) => pages[0]?.data.length === 0}
      empty={<Empty title={words.noGrants}>{words.noGrantsHint}</Empty>}
    >
      {({ pages }) => (
        <Table
          label={words.tabs.grants}
          columns={columns}
          rows={pages.flatMap(({ data }) => data)}
          rowKey={({ id }) => id}
          more={query}
        />
      )}
    </Answered>
  );
}

const columns: readonly Column<Schema<"CreditGrant">>[] = [
  {
    name: "amount",
    title: words.amount,
    cell: ({ amount }) => <Usd amount={amount} />,
    align: "end",
  },
  {
    name: "when",
    title: words.when,
    cell: ({ created_at }) => <Time at={created_at} isShort />,
    width: 1.4,
  },
  {
    name: "by",
    title: words.by,
    cell: ({ created_by }) => <Granter by={created_by} />,
    isMinor: true,
  },
  {
    name: "note",
    title: words.note,
    cell: ({ note }) => note ?? <span className="none">–</span>,
    width: 2,
  },
];

/** `key:3` is a key, `local` the operator on the gateway's own machine. */
function Granter({ by }: { readonly by: string | null }) {
  if (by === null) return <span className="none">–</span>;
  const key = /^key:(\d+)$/.exec(by)?.[1];
  if (key !== undefined)
    return (
      <Link to="/keys" search={{ key }}>
        {words.key} {key}
      </Link>
    );
  return by === "local" ? words.operator : by;
}
