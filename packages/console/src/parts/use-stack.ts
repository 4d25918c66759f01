import type { Schema } from "@portico/client";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";
import { type Dimension, filterValueOf, identityOf, labelsOf, narrowed } from "./dimensions.ts";
import type { Series } from "./draw-chart.ts";
import { stepOf } from "./periods.ts";
import { stackOf } from "./stack.ts";

type Row = Schema<"ActivityRow">;

export interface Figures {
  readonly from: string;
  readonly to?: string;
  readonly granularity: "hour" | "day";
  readonly workspace_id?: string;
  readonly api_key_hash?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly app?: string;
  readonly tag_name?: string;
  readonly tag?: string;
}

export const largestPage = 1000;
/** As many as there are colours, less the one of all others. */
export const mostNames = 7;

interface StackRequest {
  readonly figures: Figures;
  readonly dimension: Dimension;
  readonly steps: readonly string[];
  readonly refetchInterval?: number;
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/**
 * Spending over time by one dimension: its dearest values, and all others together. Where time and values make too many
 * groups for one page, each of the dearest is asked for by itself, so that the chart is right for any number of them.
 */
export function useStack({ figures, dimension, steps, refetchInterval, names }: StackRequest) {
  const options = {
    placeholderData: keepPreviousData,
    ...(refetchInterval && { refetchInterval }),
  };
  const ask = (query: object) => ({ params: { query: { ...figures, ...query } } });
  const whole = portico.listActivity.useQuery(
    ask({ group_by: ["day", dimension], limit: largestPage }),
    options,
  );
  const top = portico.listActivity.useQuery(
    ask({ group_by: [dimension], limit: mostNames }),
    options,
  );
  const bySteps = portico.listActivity.useQuery(
    ask({ group_by: ["day"], limit: largestPage }),
    options,
  );
  const isTooLong = (whole.data?.total_count ?? 0) > largestPage;
  const dearest = top.data?.data;
  const single = (isTooLong ? (dearest ?? []) : []).flatMap(
    (row) => filterValueOf(row, dimension) ?? [],
  );
  const each = useQueries({
    queries: single.map((value) =>
      portico.listActivity.queryOptions(
        {
          params: {
            query: {
              ...narrowed(figures, dimension, value),
              group_by: ["day", dimension],
              limit: largestPage,
            },
          },
        },
        options,
      ),
    ),
    combine: (answers) => answers.flatMap(({ data }) => data?.data ?? []),
  });
  const rows = isTooLong ? each : whole.data?.data;
  const totals = bySteps.data?.data;
  const series = useMemo(
    () => seriesOf({ dimension, steps, rows, dearest, totals, names }),
    [dimension, steps, rows, dearest, totals, names],
  );
  return { query: bySteps, top, series };
}

interface Found {
  readonly dimension: Dimension;
  readonly steps: readonly string[];
  readonly rows: readonly Row[] | undefined;
  readonly dearest: readonly Row[] | undefined;
  readonly totals: readonly Row[] | undefined;
  readonly names: ReadonlyMap<string, string> | undefined;
}

function seriesOf({ dimension, steps, rows, dearest, totals, names }: Found): readonly Series[] {
  return stackOf({
    steps,
    parts: (rows ?? []).map((row) => ({
      step: stepOf(row),
      id: identityOf(row, dimension),
      amount: row.usage,
    })),
    totals: new Map(totals?.map((row) => [stepOf(row), row.usage])),
    drawn: labelsOf(dearest ?? [], dimension, names),
    others: texts.parts.others,
  });
}
