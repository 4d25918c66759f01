import type { Schema } from "@portico/client";
import { useMemo } from "react";
import { Chart } from "../../parts/chart.tsx";
import type { Series } from "../../parts/draw-chart.ts";
import { formatCountShort, formatMs, formatUsdShort } from "../../parts/format.ts";
import { Section } from "../../parts/page.tsx";
import { type Step, stepOf } from "../../parts/periods.ts";
import { Answered } from "../../parts/states.tsx";
import { useStack } from "../../parts/use-stack.ts";
import { texts } from "../../texts/texts.ts";
import { refreshMs } from "./refreshing.ts";
import type { Span } from "./span.ts";

type Row = Schema<"ActivityRow">;

const words = texts.overview;

export function Charts({ span }: { readonly span: Span }) {
  const { figures, steps } = span;
  const step = figures.granularity;
  const stack = useStack({ figures, steps, dimension: "model", refetchInterval: refreshMs });
  return (
    <Answered query={stack.query}>
      {({ data }) => (
        <div className="overview-charts">
          <Requests rows={data} steps={steps} step={step} />
          <Section title={words.spendByModel}>
            <Chart
              label={words.spendByModel}
              times={steps}
              step={step}
              series={stack.series}
              format={formatUsdShort}
              kind="bars"
              isStacked
            />
          </Section>
          <Times rows={data} steps={steps} step={step} of="latency" title={words.latencyOverTime} />
          <Times
            rows={data}
            steps={steps}
            step={step}
            of="time_to_first_token"
            title={words.firstTokenOverTime}
          />
        </div>
      )}
    </Answered>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly steps: readonly string[];
  readonly step: Step;
}

function Requests({ rows, steps, step }: RowsProps) {
  const series = useMemo(() => {
    const answered = (row: Row | undefined) => (row ? row.requests - row.failed_requests : 0);
    return seriesOf(rows, steps, [
      [words.failed, (row) => row?.failed_requests ?? 0],
      [words.answered, answered],
    ]);
  }, [rows, steps]);
  return (
    <Section title={words.requestsOverTime}>
      <Chart
        label={words.requestsOverTime}
        times={steps}
        step={step}
        series={series}
        format={formatCountShort}
        kind="bars"
        isStacked
      />
    </Section>
  );
}

interface TimesProps extends RowsProps {
  readonly of: "latency" | "time_to_first_token";
  readonly title: string;
}

/** Each point is a percentile of its own hour or day: percentiles cannot be put together. */
function Times({ rows, steps, step, of, title }: TimesProps) {
  const series = useMemo(
    () =>
      seriesOf(
        rows,
        steps,
        (["p50", "p90", "p99"] as const).map((name) => [name, (row) => row?.[of]?.[name] ?? null]),
      ),
    [rows, steps, of],
  );
  return (
    <Section title={title}>
      <Chart label={title} times={steps} step={step} series={series} format={formatMs} isBanded />
    </Section>
  );
}

type Reader = readonly [label: string, read: (row: Row | undefined) => number | null];

function seriesOf(
  rows: readonly Row[],
  steps: readonly string[],
  readers: readonly Reader[],
): readonly Series[] {
  const byStep = new Map(rows.map((row) => [stepOf(row), row]));
  return readers.map(([label, read]) => ({
    label,
    values: steps.map((step) => read(byStep.get(step))),
  }));
}
