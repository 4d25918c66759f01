import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Filters } from "../../parts/filters.tsx";
import { formatCount } from "../../parts/format.ts";
import { given } from "../../parts/given.ts";
import { Page, Section } from "../../parts/page.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import type { LedgerSearch } from "../searches.ts";
import { Checks, StateSums } from "./checks.tsx";
import { GrantCredits } from "./grant-credits.tsx";
import { Holds } from "./holds.tsx";
import "./ledger.css";

const route = getRouteApi("/ledger");
const words = texts.ledger;

export function Screen() {
  const { from, to, grant: isGranting = false } = route.useSearch();
  const change = useChange();
  const setGranting = (is: boolean) => change({ grant: is || undefined });
  const query = portico.getLedger.useQuery(
    { params: { query: given({ start_date: from, end_date: to }) } },
    { placeholderData: keepPreviousData },
  );
  const mayGrant = useMay("grantCredits");
  const grant = mayGrant && <Button onClick={() => setGranting(true)}>{words.grant.title}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={grant || undefined}>
      <Answered query={query}>
        {({ data }) => (
          <div className="details">
            <CreditTiles ledger={data} />
            <Checks ledger={data} isBusy={query.isFetching} onAgain={query.refetch} />
            <Section title={words.byState} actions={<Filters filters={days} />}>
              {data.totals.requests === 0 ? (
                <Empty title={words.nothingBooked}>{words.nothingBookedHint}</Empty>
              ) : (
                <StateSums ledger={data} />
              )}
            </Section>
          </div>
        )}
      </Answered>
      <Lists />
      {mayGrant && isGranting && <GrantCredits onClose={() => setGranting(false)} />}
    </Page>
  );
}

function useChange() {
  const navigate = route.useNavigate();
  return (changed: Partial<LedgerSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true });
}

const days = [
  { name: "from", label: words.fromDay, type: "day" },
  { name: "to", label: words.toDay, type: "day" },
] as const;

/** The open holds and the grants, where the session may see them. */
function Lists() {
  const { tab = "holds" } = route.useSearch();
  const change = useChange();
  const mayHolds = useMay("listHolds");
  const mayGrants = useMay("listCreditGrants");
  if (!mayHolds && !mayGrants) return null;
  return (
    <Tabs
      value={tab}
      onChange={(name) => change({ tab: name })}
      tabs={[
        mayHolds && { name: "holds", label: words.tabs.holds, body: <Holds /> },
        mayGrants && { name: "grants", label: words.tabs.grants, body: <Grants /> },
      ]}
    />
  );
}

/** The credit as it is now. The days that are chosen for the sums do not change it. */
function CreditTiles({ ledger }: { readonly ledger: Schema<"Ledger"> }) {
  const { granted, used, held, left, enforced, open_holds: open } = ledger;
  const holds = open === 1 ? words.oneHold : fill(words.manyHolds, { count: formatCount(open) });
  return (
    <Tiles>
      <MoneyTile name="granted" amount={granted} note={words.grantedNote} />
      <MoneyTile name="used" amount={used} note={words.usedNote} />
      <MoneyTile name="held" amount={held} note={holds} />
      <MoneyTile name="left" amount={left} note={enforced ? words.enforced : words.notEnforced} />
    </Tiles>
  );
}

interface MoneyTileProps {
  readonly name: "granted" | "used" | "held" | "left";
  readonly amount: number;
  readonly note: ReactNode;
}

function MoneyTile({ name, amount, note }: MoneyTileProps) {
  return (
    <Tile label={words[name]} note={note}>
      <span data-figure={`ledger-${name}`} data-value={amount}>
        <Usd amount={amount} />
      </span>
    </Tile>
  );
}

/** Every grant of credit, newest first. */
function Grants() {
  const query = portico.listCreditGrants.useInfiniteQuery({ params: { query: { limit: 100 } } });
  return (
    <PagedTable
      query={query}
      words={{ none: words.noGrants, noneHint: words.noGrantsHint }}
      label={words.tabs.grants}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

const columns: readonly Column<Schema<"CreditGrant">>[] = [
  { title: words.amount, cell: ({ amount }) => <Usd amount={amount} />, align: "end" },
  { title: words.when, cell: ({ created_at }) => <Time at={created_at} isShort />, width: 1.4 },
  { title: words.by, cell: ({ created_by }) => <Granter by={created_by} />, isMinor: true },
  { title: words.note, cell: ({ note }) => note ?? <span className="none">–</span>, width: 2 },
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
