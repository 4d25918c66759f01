import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { TimeFilter } from "../../parts/time-filter.tsx";
import { texts } from "../../texts/texts.ts";
import type { FilterProps } from "./filter-props.ts";
import { operations, type RequestsSearch } from "./search.ts";

const words = texts.requests.filters;

/** The filters that stand behind a button. */
export const rareFilters = [
  ...(["from", "to", "provider", "operation", "streamed", "status"] as const),
  ...(["app", "user", "session", "min", "max"] as const),
] satisfies (keyof RequestsSearch)[];

export function MoreFilters({ filters, onChange }: FilterProps) {
  return (
    <Filters>
      <TimeFilter
        label={words.from}
        value={filters.from}
        onChange={(from) => onChange({ from, period: undefined })}
      />
      <TimeFilter
        label={words.to}
        value={filters.to}
        onChange={(to) => onChange({ to, period: undefined })}
      />
      <ProviderFilter {...{ filters, onChange }} />
      <Select
        label={words.operation}
        value={filters.operation ?? ""}
        anyLabel={words.any}
        options={operations.map((value) => ({ value, label: value }))}
        onChange={(operation) => onChange({ operation })}
      />
      <Select
        label={words.streamed}
        value={filters.streamed ?? ""}
        anyLabel={words.any}
        options={[
          { value: "true", label: words.streamedOnly },
          { value: "false", label: words.wholeOnly },
        ]}
        onChange={(streamed) => onChange({ streamed })}
      />
      <NumberFilter name="status" {...{ filters, onChange }} />
      <NamedFilter name="app" {...{ filters, onChange }} />
      <NamedFilter name="user" {...{ filters, onChange }} />
      <NamedFilter name="session" {...{ filters, onChange }} />
      <NumberFilter name="min" {...{ filters, onChange }} />
      <NumberFilter name="max" {...{ filters, onChange }} />
    </Filters>
  );
}

function ProviderFilter({ filters, onChange }: FilterProps) {
  const may = useMay("listProviders");
  const { data } = portico.listProviders.useQuery({}, { enabled: may });
  return (
    <TextFilter
      label={words.provider}
      value={filters.provider}
      suggestions={data?.data.map(({ slug }) => slug)}
      onChange={(provider) => onChange({ provider })}
    />
  );
}

interface NamedFilterProps<Name extends string> extends FilterProps {
  readonly name: Name;
}

function NamedFilter({ name, filters, onChange }: NamedFilterProps<"app" | "user" | "session">) {
  return (
    <TextFilter
      label={words[name]}
      value={filters[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}

/** What is not a number is not asked for. */
function NumberFilter({ name, filters, onChange }: NamedFilterProps<"status" | "min" | "max">) {
  const change = (typed: string | undefined) => {
    const number = Number(typed);
    if (typed === undefined || Number.isFinite(number))
      onChange({ [name]: typed === undefined ? undefined : number });
  };
  return <TextFilter label={words[name]} value={filters[name]?.toString()} onChange={change} />;
}
