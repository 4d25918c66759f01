import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Dimension } from "../../parts/dimensions.ts";
import { given } from "../../parts/given.ts";
import { type Step, stepMs, stepsBetween } from "../../parts/periods.ts";
import type { Figures } from "../../parts/use-stack.ts";
import type { SpendSearch } from "../searches.ts";
import { before, dayOf, granularityOf, type Range, rangeOf, timesOf } from "./range.ts";
import type { RowsBy } from "./rows.ts";

export interface Spend {
  readonly search: SpendSearch;
  readonly today: string;
  readonly range: Range;
  readonly step: Step;
  readonly steps: readonly string[];
  readonly rows: RowsBy;
  readonly stack: Dimension;
  /** What the gateway is asked for, without groups. */
  readonly figures: Figures;
  readonly rangeBefore: Range;
  readonly figuresBefore: Figures;
  readonly filters: Omit<Figures, "from" | "to" | "granularity">;
}

/** What the address means. */
export function useSpend(): Spend {
  const search = useSearch({ from: "/spend" });
  const today = dayOf(Date.now());
  return useMemo(() => spendOf(search, today), [search, today]);
}

function spendOf(search: SpendSearch, today: string): Spend {
  const range = rangeOf(search, today);
  const step = granularityOf(range, search.by);
  const filters = given({
    workspace_id: search.workspace,
    api_key_hash: search.key,
    model: search.model,
    provider: search.provider,
    app: search.app,
  });
  const times = timesOf(range);
  const rangeBefore = before(range);
  const end = Math.min(Date.parse(times.to), Math.ceil(Date.now() / stepMs[step]) * stepMs[step]);
  const { rows = "key" } = search;
  const { stack = rows === "model" ? "key" : "model" } = search;
  return {
    search,
    today,
    range,
    rangeBefore,
    step,
    rows,
    filters,
    stack: stack === rows ? (rows === "model" ? "key" : "model") : stack,
    steps: stepsBetween(Date.parse(times.from), end, step),
    figures: {
      ...filters,
      ...times,
      granularity: step,
    },
    figuresBefore: {
      ...filters,
      ...timesOf(rangeBefore),
      granularity: step,
    },
  };
}
