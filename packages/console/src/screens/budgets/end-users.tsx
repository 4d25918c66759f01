import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";

type EndUser = Schema<"EndUserSpending">;
const words = texts.budgets.endUsers;

/** Who has spent most of a budget that each end user has for itself. */
export function EndUsers({ id }: { readonly id: string }) {
  const query = portico.getBudget.useInfiniteQuery({
    params: { path: { id }, query: { limit: 100 } },
  });
  return (
    <Section title={words.title}>
      <Answered
        query={query}
        isEmpty={({ pages }) => pages[0]?.end_users?.data.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {({ pages }) => (
          <Table
            label={words.title}
            columns={columns}
            rows={pages.flatMap(({ end_users: list }) => list?.data ?? [])}
            rowKey={({ end_user: name }) => name}
            more={query}
            total={pages[0]?.end_users?.total_count}
          />
        )}
      </Answered>
    </Section>
  );
}

const amounts = ["spent", "held", "remaining"] as const;

const columns: readonly Column<EndUser>[] = [
  { name: "end_user", title: words.endUser, width: 2, cell: ({ end_user: name }) => name },
  ...amounts.map((name) => ({
    name,
    title: texts.budgets.amounts[name],
    align: "end" as const,
    cell: (row: EndUser) => <Usd amount={row[name]} />,
  })),
];
