import { useMay, useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { KeyFilter, ModelFilter } from "../../parts/choice-filter.tsx";
import { Filters, TextFilter, TimeFilter } from "../../parts/filters.tsx";
import { periods } from "../../parts/periods.ts";
import { Select } from "../../parts/select.tsx";
import { spoken } from "../../parts/words.ts";
import { WorkspaceSelect } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { errorKinds, operations, type RequestsSearch } from "../searches.ts";

interface FilterProps {
  readonly filters: RequestsSearch;
  readonly onChange: (changes: Partial<RequestsSearch>) => void;
}

const words = texts.requests.filters;

export function RequestFilters({ filters, onChange }: FilterProps) {
  return (
    <Filters
      names={["period", "key", "model", "failed"]}
      more={{ names: rareFilters, filters: <MoreFilters {...{ filters, onChange }} /> }}
      views={{ list: "requests" }}
    >
      <Select
        label={texts.parts.period}
        value={filters.period ?? ""}
        anyLabel={words.anyTime}
        options={periods.map((value) => ({ value, label: texts.parts.periods[value] }))}
        onChange={(period) => onChange({ period, from: undefined, to: undefined })}
      />
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
    </Filters>
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

/** The filters that stand behind a button. */
const rareFilters = [
  ...(["from", "to", "workspace", "error", "find"] as const),
  ...(["provider", "operation", "streamed", "status"] as const),
  ...(["app", "user", "session", "tag", "min", "max"] as const),
] satisfies (keyof RequestsSearch)[];

function MoreFilters({ filters, onChange }: FilterProps) {
  const { tag_names: tagNames } = useSession();
  return (
    <>
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
      <WorkspaceSelect
        value={filters.workspace}
        anyLabel={words.any}
        onChange={(workspace) => onChange({ workspace })}
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
      {tagNames.length > 0 && (
        <TextFilter
          label={words.tag}
          value={filters.tag}
          placeholder={`${tagNames[0]}=…`}
          suggestions={tagNames.map((name) => `${name}=`)}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <NumberFilter name="min" {...{ filters, onChange }} />
      <NumberFilter name="max" {...{ filters, onChange }} />
    </>
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
