import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { ModelFilter } from "../../parts/choice-filter.tsx";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { KeyFilter } from "../../parts/key-filter.tsx";
import { Select } from "../../parts/select.tsx";
import { spoken } from "../../parts/spoken.ts";
import { texts } from "../../texts/texts.ts";
import type { FilterProps } from "./filter-props.ts";
import { MoreFilters, rareFilters } from "./more-filters.tsx";
import { errorKinds, requestPeriods } from "./search.ts";

const words = texts.requests.filters;

interface RequestFiltersProps extends FilterProps {
  readonly count: number;
  readonly onClear: () => void;
}

export function RequestFilters({ filters, count, onChange, onClear }: RequestFiltersProps) {
  const isRareSet = rareFilters.some((name) => filters[name] !== undefined);
  const [isOpen, setOpen] = useState(isRareSet);
  return (
    <div className="request-filters">
      <Filters onClear={count > 0 ? onClear : undefined}>
        <Select
          label={texts.parts.period}
          value={filters.period ?? ""}
          anyLabel={words.anyTime}
          options={requestPeriods.map((value) => ({ value, label: texts.parts.periods[value] }))}
          onChange={(period) => onChange({ period, from: undefined, to: undefined })}
        />
        <WorkspaceFilter {...{ filters, onChange }} />
        {useMay("listApiKeys") && (
          <KeyFilter value={filters.key} onChange={(key) => onChange({ key })} />
        )}
        <SeenModels {...{ filters, onChange }} />
        <Select
          label={words.failed}
          value={filters.failed ?? ""}
          anyLabel={words.any}
          options={[
            { value: "true", label: words.failedOnly },
            { value: "false", label: words.wellOnly },
          ]}
          onChange={(failed) => onChange({ failed })}
        />
        <Select
          label={words.error}
          value={filters.error ?? ""}
          anyLabel={words.any}
          options={errorKinds.map((value) => ({ value, label: spoken(value) }))}
          onChange={(error) => onChange({ error })}
        />
        <TextFilter
          label={words.find}
          value={filters.find}
          placeholder="gen-…"
          onChange={(find) => onChange({ find })}
        />
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.fewer : words.more}
        </Button>
      </Filters>
      {isOpen && <MoreFilters {...{ filters, onChange }} />}
    </div>
  );
}

function WorkspaceFilter({ filters, onChange }: FilterProps) {
  const may = useMay("listWorkspaces");
  const { data } = portico.listWorkspaces.useQuery(
    { params: { query: { limit: 1000 } } },
    { enabled: may },
  );
  if (!may || (data?.data.length ?? 0) < 2) return null;
  return (
    <Select
      label={words.workspace}
      value={filters.workspace ?? ""}
      anyLabel={words.any}
      options={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(workspace) => onChange({ workspace })}
    />
  );
}

/** Models that were asked in the last month; for a session without figures, those that there are. */
function SeenModels({ filters, onChange }: FilterProps) {
  const maySum = useMay("listActivity");
  const group_by: ["model"] = ["model"];
  const seen = portico.listActivity.useQuery(
    { params: { query: { group_by, limit: 1000 } } },
    { enabled: maySum },
  );
  const mayList = useMay("listModels");
  const known = portico.listModels.useQuery({}, { enabled: !maySum && mayList });
  const models = maySum
    ? seen.data?.data.flatMap(({ model }) => model ?? [])
    : known.data?.data.map(({ id }) => id);
  return (
    <ModelFilter
      value={filters.model}
      models={models ?? []}
      onChange={(model) => onChange({ model })}
    />
  );
}
