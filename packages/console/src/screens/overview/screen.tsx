import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Page } from "../../parts/page.tsx";
import { PeriodSelect } from "../../parts/period.tsx";
import type { Period } from "../../parts/periods.ts";
import { Answered } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";
import { Attention } from "./attention.tsx";
import { Charts } from "./charts.tsx";
import { NoRequests } from "./first-call.tsx";
import { MostUsed } from "./most-used.tsx";
import { Now } from "./now-tiles.tsx";
import "./overview.css";
import { useEffect, useMemo, useState } from "react";
import { ProviderStrip } from "./provider-strip.tsx";
import { usedIn } from "./question.ts";
import { refreshing, refreshMs } from "./refreshing.ts";
import { presentHour, type Span, spanOf } from "./span.ts";
import { UsageTiles } from "./usage-tiles.tsx";

/** The span of a period up to the present hour. It moves on where the screen stays open. */
function useSpan(period: Period): Span {
  const [hour, setHour] = useState(presentHour);
  useEffect(() => {
    const timer = setInterval(() => setHour(presentHour()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => spanOf(period, hour), [period, hour]);
}

const words = texts.overview;

/** An ordinary key has no overview: its first screen is its own key's. */
export function OverviewScreen() {
  const mayActivity = useMay("listActivity");
  const mayOwn = useMay("getCurrentKey");
  return !mayActivity && mayOwn ? <Navigate to="/my-key" replace /> : <Overview />;
}

function Overview() {
  const { period = "day" } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const span = useSpan(period);
  const used = portico.listActivity.useQuery({ params: { query: usedIn(span) } }, refreshing);
  const choose = (chosen: Period) => {
    void navigate({ search: { period: chosen }, replace: true });
  };
  return (
    <Page
      title={words.title}
      lead={<Lead from={span.figures.from} updatedAt={used.dataUpdatedAt} />}
      actions={<PeriodSelect value={period} onChange={choose} />}
    >
      <Attention />
      <Answered query={used} isEmpty={({ totals }) => totals.requests === 0} empty={<NoRequests />}>
        {({ totals }) => (
          <div className="overview-body">
            <UsageTiles totals={totals} />
            <Charts span={span} />
            <div className="overview-charts">
              <MostUsed figures={span.figures} dimension="model" title={words.topModels} />
              <MostUsed figures={span.figures} dimension="key" title={words.topKeys} />
            </div>
          </div>
        )}
      </Answered>
      <Now />
      <ProviderStrip />
    </Page>
  );
}

interface LeadProps {
  readonly from: string;
  /** 0 before the first answer. */
  readonly updatedAt: number;
}

function Lead({ from, updatedAt }: LeadProps) {
  return (
    <>
      {words.since} <Time at={from} />
      {updatedAt > 0 && (
        <>
          , {words.asOf} <Time at={new Date(updatedAt).toISOString()} />
        </>
      )}
    </>
  );
}
