import type { Schema } from "@portico/client";
import { Link, useNavigate } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";

type Generation = Schema<"Generation">;
const words = texts.myKey.requests;
const shown = 10;

export function LastRequests() {
  const navigate = useNavigate();
  const query = portico.listGenerations.useQuery({ params: { query: { limit: shown } } });
  return (
    <Answered
      query={query}
      isEmpty={({ data }) => data.length === 0}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    >
      {({ data }) => (
        <>
          <Table
            label={words.title}
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: "/requests", search: { id } })}
          />
          <p>
            <Link to="/requests">{words.all}</Link>
          </p>
        </>
      )}
    </Answered>
  );
}

const columns: readonly Column<Generation>[] = [
  { title: words.at, width: 1.4, cell: ({ created_at: at }) => <Time at={at} ago /> },
  { title: words.model, width: 2.4, cell: ({ model }) => model },
  {
    title: words.state,
    width: 1.2,
    cell: ({ status, error }) =>
      error === null ? <Badge tone="good">{status}</Badge> : <Badge tone="bad">{status}</Badge>,
  },
  {
    title: words.tokensIn,
    align: "end",
    isMinor: true,
    cell: ({ tokens_prompt: tokens }) => <Count count={tokens} />,
  },
  {
    title: words.tokensOut,
    align: "end",
    isMinor: true,
    cell: ({ tokens_completion: tokens }) => <Count count={tokens} />,
  },
  {
    title: words.cost,
    width: 1.3,
    align: "end",
    cell: ({ total_cost: cost }) => <Usd amount={cost} />,
  },
];
