import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { DayFilter } from "../../parts/day-filter.tsx";
import { Filters } from "../../parts/filters.tsx";
import { given } from "../../parts/given.ts";
import { Page, Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { Checks } from "./checks.tsx";
import { CreditTiles } from "./credit-tiles.tsx";
import { GrantCredits } from "./grant-credits.tsx";
import { Grants } from "./grants.tsx";
import { Holds } from "./holds.tsx";
import type { LedgerSearch } from "./search.ts";
import { StateSums } from "./state-sums.tsx";
import "./ledger.css";

const route = getRouteApi("/ledger");
const words = texts.ledger;

export function LedgerScreen() {
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
            <Section title={words.byState} actions={<Days />}>
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

function Days() {
  const { from, to } = route.useSearch();
  const change = useChange();
  const isFiltered = from !== undefined || to !== undefined;
  return (
    <Filters onClear={isFiltered ? () => change({ from: undefined, to: undefined }) : undefined}>
      <DayFilter label={words.fromDay} value={from} onChange={(day) => change({ from: day })} />
      <DayFilter label={words.toDay} value={to} onChange={(day) => change({ to: day })} />
    </Filters>
  );
}

/** The open holds and the grants, where the session may see them. */
function Lists() {
  const { tab = "holds" } = route.useSearch();
  const change = useChange();
  const tabs = [
    ...(useMay("listHolds")
      ? [{ name: "holds" as const, label: words.tabs.holds, body: <Holds /> }]
      : []),
    ...(useMay("listCreditGrants")
      ? [{ name: "grants" as const, label: words.tabs.grants, body: <Grants /> }]
      : []),
  ];
  if (tabs.length === 0) return null;
  return <Tabs value={tab} onChange={(name) => change({ tab: name })} tabs={tabs} />;
}
