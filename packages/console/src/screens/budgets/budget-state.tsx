import type { Schema } from "@portico/client";
import { useMemo } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Chart } from "../../parts/chart.tsx";
import { formatUsdShort } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { LimitRing } from "../../parts/ring.tsx";
import { Answered } from "../../parts/states.tsx";
import { Tile, Tiles } from "../../parts/tile.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { type BurnDown, burnDownOf, type Span, spanOf } from "./burn-down.ts";

const words = texts.budgets;
const amounts = ["limit", "spent", "held", "remaining"] as const;

interface BudgetStateProps {
  readonly budget: Schema<"Budget">;
  readonly state: Schema<"BudgetState">;
}

export function BudgetState({ budget, state }: BudgetStateProps) {
  return (
    <>
      <div className="budget-now">
        <LimitRing {...state} size={72} />
        <Tiles>
          {amounts.map((name) => (
            <Tile key={name} label={words.amounts[name]}>
              <span data-figure={`budget-${name}`} data-value={state[name]}>
                <Usd amount={state[name]} />
              </span>
            </Tile>
          ))}
        </Tiles>
      </div>
      <p className="fine">
        {state.resets_at === null ? (
          words.never
        ) : (
          <>
            {words.startsAgain} <Time at={state.resets_at} />
          </>
        )}
        {state.raise_until !== null && (
          <>
            {" · "}
            {words.raised} <Time at={state.raise_until} />
          </>
        )}
      </p>
      <Section title={words.burnDown.title}>
        {budget.scope === "workspace" ? (
          <WorkspaceBurnDown budget={budget} state={state} />
        ) : (
          <StraightBurnDown budget={budget} state={state} />
        )}
      </Section>
    </>
  );
}

const stepsAtMost = 1000;

function WorkspaceBurnDown({ budget, state }: BudgetStateProps) {
  // To the minute: the question stays the same while the drawer is open.
  const nowMs = useMemo(() => Math.floor(Date.now() / 60_000) * 60_000, []);
  const span = spanOf(budget.limit_reset, state.resets_at, nowMs);
  const query = portico.listActivity.useQuery({
    params: {
      query: {
        workspace_id: budget.workspace_id,
        group_by: ["day"],
        granularity: span.granularity,
        start_date: dayOf(span.startMs),
        end_date: dayOf(nowMs),
        limit: stepsAtMost,
      },
    },
  });
  return (
    <Answered query={query}>
      {({ data }) => (
        <BurnDownChart
          state={state}
          span={span}
          rows={data}
          nowMs={nowMs}
          note={words.burnDown.note}
        />
      )}
    </Answered>
  );
}

/** The gateway keeps no sums of end users by the day. */
function StraightBurnDown({ budget, state }: BudgetStateProps) {
  const nowMs = useMemo(() => Date.now(), []);
  const span = spanOf(budget.limit_reset, state.resets_at, nowMs);
  if (span.endMs === null) return <p className="fine">{words.burnDown.noneOfEndUser}</p>;
  return (
    <BurnDownChart
      state={state}
      span={span}
      rows={noRows}
      nowMs={nowMs}
      note={words.burnDown.noteOfEndUser}
    />
  );
}

const noRows: readonly Schema<"ActivityRow">[] = [];

interface BurnDownChartProps {
  readonly state: Schema<"BudgetState">;
  readonly span: Span;
  readonly rows: readonly Schema<"ActivityRow">[];
  readonly nowMs: number;
  readonly note: string;
}

function BurnDownChart({ state, span, rows, nowMs, note }: BurnDownChartProps) {
  const thresholds = useThresholds();
  const { startMs, endMs, granularity } = span;
  const { limit, spent } = state;
  const burnDown = useMemo(
    () =>
      burnDownOf(
        { limit, spent },
        { startMs, endMs, granularity },
        rows.flatMap(({ hour, date, usage }) => {
          const at = hour ?? date;
          return at === null ? [] : [{ at, usage }];
        }),
        nowMs,
      ),
    [limit, spent, startMs, endMs, granularity, rows, nowMs],
  );
  const series = useMemo(
    () => [
      { label: words.burnDown.left, values: burnDown.left },
      { label: words.burnDown.forecast, values: burnDown.forecast, isDashed: true },
      ...thresholds.map((percent) => ({
        label: fill(words.burnDown.threshold, { percent }),
        values: burnDown.times.map(() => limit * (1 - percent / 100)),
        isDashed: true,
      })),
    ],
    [burnDown, thresholds, limit],
  );
  return (
    <>
      <p>
        <Forecast burnDown={burnDown} />
      </p>
      <Chart
        label={words.burnDown.title}
        times={burnDown.times}
        step={granularity}
        series={series}
        format={formatUsdShort}
      />
      <p className="fine">{note}</p>
    </>
  );
}

function Forecast({ burnDown }: { readonly burnDown: BurnDown }) {
  if (burnDown.usedUpAt !== null)
    return (
      <>
        {words.burnDown.usedUp} <Time at={burnDown.usedUpAt} />.
      </>
    );
  if (burnDown.leftAtEnd === null) return null;
  return (
    <>
      {words.burnDown.leftAtEnd} <Usd amount={Math.round(burnDown.leftAtEnd * 100) / 100} />.
    </>
  );
}

const thresholdsAtMost = 5;

/** The thresholds that the operator has set are known by the alerts that they have caused. */
function useThresholds(): readonly number[] {
  const { data } = portico.listAlerts.useQuery(
    { params: { query: { kind: "budget", limit: 1000 } } },
    { enabled: useMay("listAlerts"), staleTime: 60_000 },
  );
  return useMemo(() => {
    const seen = (data?.data ?? []).flatMap(({ threshold_percent: percent }) => percent ?? []);
    return [...new Set(seen)].toSorted((one, other) => one - other).slice(0, thresholdsAtMost);
  }, [data]);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
