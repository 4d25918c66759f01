import { keepPreviousData } from "@tanstack/react-query";
import { portico } from "../../app/portico.ts";
import { type Dimension, filterNames, filterValueOf, labelsOf } from "../../parts/dimensions.ts";
import { Select } from "../../parts/select.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import type { Spend } from "./use-spend.ts";

interface ValueFilterProps {
  readonly spend: Spend;
  readonly dimension: Dimension;
  readonly onChange: (value: string | undefined) => void;
}

/** A list for the eye: more than these are found by a click on their rows. */
const mostOffered = 200;
const freshMs = 60_000;

/** One value of a dimension, of those that spent something in these days, the dearest first. */
export function ValueFilter({ spend, dimension, onChange }: ValueFilterProps) {
  const names = useWorkspaceNames();
  const { [filterNames[dimension]]: _, ...others } = spend.figures;
  const { data } = portico.listActivity.useQuery(
    { params: { query: { ...others, group_by: [dimension], limit: mostOffered } } },
    { placeholderData: keepPreviousData, staleTime: freshMs },
  );
  const rows = data?.data ?? [];
  const labels = labelsOf(rows, dimension, names);
  const found = rows.flatMap((row, index) => {
    const value = filterValueOf(row, dimension);
    return value === null ? [] : [{ value, label: labels[index]?.label ?? value }];
  });
  const chosen = spend.search[dimension];
  const isKnown = chosen === undefined || found.some(({ value }) => value === chosen);
  return (
    <Select
      label={texts.parts.dimensions[dimension]}
      value={chosen ?? ""}
      anyLabel={texts.spend.all}
      options={isKnown ? found : [{ value: chosen, label: names.get(chosen) ?? chosen }, ...found]}
      onChange={onChange}
    />
  );
}
