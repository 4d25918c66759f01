import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import {
  type Dimension,
  filterValueOf,
  groupings,
  labelsOf,
  widened,
} from "../../parts/dimensions.ts";
import { DayFilter } from "../../parts/filter-inputs.tsx";
import { type FilterProps, Filters } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import type { SpendSearch } from "../searches.ts";
import { mayBeByHour, presetOf, presets, rangeOfPreset } from "./range.ts";
import { nameOf, type Spend } from "./use-spend.ts";

interface ValueFilterProps extends FilterProps {
  readonly spend: Spend;
  readonly dimension: Dimension;
}

/** A list for the eye: more than these are found by a click on their rows. */
const mostOffered = 200;
const freshMs = 60_000;

/** One value of a dimension, of those that spent something in these days, the dearest first. */
function ValueFilter({ spend, dimension, value: chosen, onChange }: ValueFilterProps) {
  const names = useWorkspaceNames();
  const others = widened(spend.figures, dimension);
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
  const isKnown = chosen === undefined || found.some(({ value }) => value === chosen);
  return (
    <Select
      label={nameOf(spend, dimension)}
      value={chosen ?? ""}
      anyLabel={texts.spend.all}
      options={isKnown ? found : [{ value: chosen, label: names.get(chosen) ?? chosen }, ...found]}
      onChange={onChange}
    />
  );
}

const words = texts.spend;

interface TagSelectProps {
  readonly spend: Spend;
  readonly change: (changed: Partial<SpendSearch>) => void;
}

/** Which tag's values can be rows, where the operator has named any. */
function TagSelect({ spend, change }: TagSelectProps) {
  const { tag_names: names } = useSession();
  if (names.length === 0) return null;
  return (
    <Select
      label={texts.parts.dimensions.tag}
      value={spend.search.tag_name ?? ""}
      anyLabel={words.noTag}
      options={names.map((value) => ({ value, label: value }))}
      onChange={(name) =>
        change({
          tag_name: name,
          tag: undefined,
          app: undefined,
          rows: name === undefined ? undefined : "tag",
        })
      }
    />
  );
}

/** What is looked at, and how it is cut. All of it stands in the address. */
export function SpendFilters({ spend }: { readonly spend: Spend }) {
  const navigate = useNavigate({ from: "/spend" });
  const { range, step, rows, stack } = spend;
  const change = (changed: Partial<SpendSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true });
  const more = spend.dimensions.map((dimension) => ({
    name: dimension,
    own: (props: FilterProps) => <ValueFilter {...{ spend, dimension }} {...props} />,
  }));
  return (
    <Filters
      more={more}
      linked={groupings.filter((one) => !spend.dimensions.includes(one))}
      // The days are those of now.
      views={{ list: "spend", with: ["by", "rows", "stack", "tag_name"] }}
    >
      <Select
        label={words.days}
        value={presetOf(range, spend.today) ?? ""}
        anyLabel={words.ownDays}
        options={presets.map((preset) => ({ value: preset, label: words.presets[preset] }))}
        onChange={(preset) => {
          const days = preset && rangeOfPreset(preset, spend.today);
          if (days) change({ from: days.first, to: days.last });
        }}
      />
      <DayFilter
        label={words.from}
        value={range.first}
        onChange={(from) => change({ from, to: range.last })}
      />
      <DayFilter
        label={words.to}
        value={range.last}
        onChange={(to) => change({ from: range.first, to })}
      />
      <Select
        label={words.by}
        value={step}
        options={(mayBeByHour(range) && spend.search.tag_name === undefined
          ? (["day", "hour"] as const)
          : (["day"] as const)
        ).map((value) => ({ value, label: words.steps[value] }))}
        onChange={(by) => change({ by })}
      />
      <TagSelect {...{ spend, change }} />
      <Select
        label={words.rows}
        value={rows}
        options={[
          { value: "day" as const, label: texts.parts.time },
          ...spend.dimensions.map((value) => ({ value, label: nameOf(spend, value) })),
        ]}
        onChange={(chosen) => change({ rows: chosen })}
      />
      <Select
        label={words.stack}
        value={stack}
        options={spend.dimensions
          .filter((value) => value !== rows)
          .map((value) => ({ value, label: nameOf(spend, value) }))}
        onChange={(chosen) => change({ stack: chosen })}
      />
    </Filters>
  );
}
