import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Dimension, dimensions } from "../../parts/dimensions.ts";
import { given } from "../../parts/given.ts";
import { type Step, stepMs, stepsBetween } from "../../parts/periods.ts";
import type { Figures } from "../../parts/use-stack.ts";
import { texts } from "../../texts/texts.ts";
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
  /** What rows and columns can be of: by a tag's values, or by applications. */
  readonly dimensions: readonly Dimension[];
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
  const { tag_name: tagName } = search;
  // Tags are counted by days, and apart from applications.
  const step = tagName === undefined ? granularityOf(range, search.by) : "day";
  const cuts = dimensionsOf(tagName);
  const filters = given({
    workspace_id: search.workspace,
    api_key_hash: search.key,
    model: search.model,
    provider: search.provider,
    app: tagName === undefined ? search.app : undefined,
    tag_name: tagName,
    tag: tagName && search.tag && `${tagName}=${search.tag}`,
  });
  const times = timesOf(range);
  const rangeBefore = before(range);
  const end = Math.min(Date.parse(times.to), Math.ceil(Date.now() / stepMs[step]) * stepMs[step]);
  const asked = search.rows ?? (tagName === undefined ? "key" : "tag");
  const rows = asked === "day" || cuts.includes(asked) ? asked : "key";
  const other = rows === "model" ? "key" : "model";
  const { stack = other } = search;
  return {
    search,
    today,
    range,
    rangeBefore,
    step,
    rows,
    filters,
    stack: stack === rows || !cuts.includes(stack) ? other : stack,
    dimensions: cuts,
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

function dimensionsOf(tagName: string | undefined): readonly Dimension[] {
  return tagName === undefined
    ? dimensions
    : ["tag", ...dimensions.filter((dimension) => dimension !== "app")];
}

/** What people call a dimension: a tag by its name. */
export function nameOf({ search }: Pick<Spend, "search">, dimension: Dimension): string {
  return (dimension === "tag" && search.tag_name) || texts.parts.dimensions[dimension];
}
