import type { Schema } from "@portico/client";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { apiAddress } from "../../app/address.ts";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Count, Time, Usd } from "../../parts/amounts.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { type Dimension, identityOf, labelsOf } from "../../parts/dimensions.ts";
import { formatMs, formatShare } from "../../parts/format.ts";
import { Page, Section } from "../../parts/page.tsx";
import { type Period, periods } from "../../parts/periods.ts";
import { Select } from "../../parts/select.tsx";
import { type SmallColumn, SmallTable } from "../../parts/small-table.tsx";
import { Answered, Empty, Loading } from "../../parts/states.tsx";
import { type Figures, mostNames } from "../../parts/use-stack.ts";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { Attention } from "./attention.tsx";
import { Charts } from "./charts.tsx";
import { firstCall } from "./needs-attention.ts";
import { refreshing, refreshMs } from "./refreshing.ts";
import { presentHour, type Span, spanOf, usedIn } from "./span.ts";
import { Now, UsageTiles } from "./tiles.tsx";
import "./overview.css";

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
/** Activity is counted in whole hours. */
const periodNames = { ...texts.parts.periods, hour: texts.parts.twoHours };

/** An ordinary key has no overview: its first screen is its own key's. */
export function Screen() {
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
      actions={
        <Select
          label={texts.parts.period}
          value={period}
          options={periods.map((value) => ({ value, label: periodNames[value] }))}
          onChange={(chosen) => chosen && choose(chosen)}
        />
      }
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

/** The gateway keeps days for good. */
const everBefore = "2000-01-01";

/** In place of figures, where the period has none: whether there was ever a request decides what to say. */
function NoRequests() {
  const ever = portico.listActivity.useQuery(
    { params: { query: { start_date: everBefore, group_by: ["day"], limit: 1 } } },
    refreshing,
  );
  const [last] = ever.data?.data ?? [];
  if (ever.data === undefined && ever.error === null) return <Loading />;
  if (last === undefined) return <FirstCall />;
  return (
    <Empty title={words.quiet}>
      {words.lastDay} {last.date}
    </Empty>
  );
}

function FirstCall() {
  const mayModels = useMay("listModels");
  const mayKeys = useMay("createApiKey");
  const models = portico.listModels.useQuery({}, { enabled: mayModels });
  const call = firstCall(apiAddress, models.data?.data ?? []);
  return (
    <Section title={words.newTitle}>
      <p className="lead">{words.newLead}</p>
      {mayKeys && (
        <p>
          <Link to="/keys">{words.newKey}</Link>
        </p>
      )}
      <CodeBlock label={words.newCall} code={call} />
      <p className="fine">{words.newThen}</p>
    </Section>
  );
}

const shown = 5;

interface MostUsedProps {
  readonly figures: Figures;
  readonly dimension: Dimension;
  readonly title: string;
}

const usedColumns: readonly SmallColumn<Schema<"ActivityRow">>[] = [
  {
    title: words.requests,
    align: "end",
    cell: ({ requests }) => <Count count={requests} />,
  },
  {
    title: words.failed,
    align: "end",
    cell: ({ requests, failed_requests: failed }) => requests > 0 && formatShare(failed / requests),
  },
  {
    title: words.median,
    align: "end",
    cell: ({ latency }) => (latency === null ? "–" : formatMs(latency.p50)),
  },
  { title: words.spent, align: "end", cell: ({ usage }) => <Usd amount={usage} isShort /> },
];

/** What cost most in the period, by one dimension. The chart asks the same of the models: one request serves both. */
function MostUsed({ figures, dimension, title }: MostUsedProps) {
  const top = portico.listActivity.useQuery(
    { params: { query: { ...figures, group_by: [dimension], limit: mostNames } } },
    refreshing,
  );
  return (
    <Section title={title}>
      <Answered query={top}>
        {({ data }) => {
          const labels = labelsOf(data, dimension);
          return (
            <SmallTable
              label={title}
              columns={[
                { title: texts.parts.dimensions[dimension], cell: ({ name }) => name },
                ...usedColumns,
              ]}
              rows={data.slice(0, shown).map((row, at) => ({ ...row, name: labels[at]?.label }))}
              rowKey={(row) => identityOf(row, dimension)}
            />
          );
        }}
      </Answered>
    </Section>
  );
}

type Provider = Schema<"Provider">;

const tones: Readonly<Record<Provider["circuit"], Tone>> = {
  closed: "good",
  half_open: "warning",
  open: "bad",
};

function ProviderStrip() {
  const may = useMay("listProviders");
  const providers = portico.listProviders.useQuery({}, { ...refreshing, enabled: may });
  if (!may) return null;
  return (
    <Section title={words.providers} actions={<Link to="/providers">{words.allProviders}</Link>}>
      <Answered
        query={providers}
        isEmpty={({ data }) => data.length === 0}
        empty={<p className="fine">{words.noProviders}</p>}
      >
        {({ data }) => (
          <ul className="overview-strip">
            {data.map((provider) => (
              <li key={provider.slug}>
                <strong>{provider.name}</strong>
                <Badge tone={tones[provider.circuit]}>{words.circuits[provider.circuit]}</Badge>
                <span className="fine">{uptimeOf(provider)}</span>
                <span className="fine">{latencyOf(provider)}</span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Section>
  );
}

function uptimeOf({ uptime_last_1d: uptime }: Provider): string {
  if (uptime === null) return words.notAsked;
  return fill(words.uptime, { share: formatShare(uptime / 100) });
}

function latencyOf({ latency_last_30m: latency }: Provider): string | null {
  return latency && fill(words.firstContent, { p50: formatMs(latency.p50) });
}
