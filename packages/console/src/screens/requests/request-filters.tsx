import { useMay, useSession } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { KeyFilter, ModelFilter } from "../../parts/choice-filter.tsx";
import { TextFilter } from "../../parts/filter-inputs.tsx";
import { type Filter, type FilterProps, Filters, workspaceFilter } from "../../parts/filters.tsx";
import { periods } from "../../parts/periods.ts";
import { spoken } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { errorKinds, operations, type RequestsSearch } from "../searches.ts";

const { filters: words } = texts.requests;
const { any } = words;
const yesOrNo = ["true", "false"];

const usualFilters: readonly Filter<RequestsSearch>[] = [
  {
    name: "period",
    label: texts.parts.period,
    any: words.anyTime,
    values: periods,
    words: texts.parts.periods,
    clears: ["from", "to"],
  },
  { name: "key", own: (props) => <SearchedKeys {...props} /> },
  { name: "model", own: (props) => <SeenModels {...props} /> },
  {
    name: "failed",
    label: words.failed,
    any,
    values: yesOrNo,
    words: { true: words.failedOnly, false: words.wellOnly },
  },
];

/** The filters that stand behind a button. */
const rareFilters: readonly Filter<RequestsSearch>[] = [
  { name: "from", label: words.from, type: "time", clears: ["period"] },
  { name: "to", label: words.to, type: "time", clears: ["period"] },
  workspaceFilter,
  { name: "error", label: words.error, any, values: errorKinds, words: spoken },
  { name: "find", label: words.find, placeholder: "gen-…" },
  { name: "provider", own: (props) => <ListedProviders {...props} /> },
  { name: "operation", label: words.operation, any, values: operations },
  {
    name: "streamed",
    label: words.streamed,
    any,
    values: yesOrNo,
    words: { true: words.streamedOnly, false: words.wholeOnly },
  },
  { name: "status", label: words.status, type: "number" },
  { name: "app", label: words.app },
  { name: "user", label: words.user },
  { name: "session", label: words.session },
  { name: "tag", own: (props) => <NamedTags {...props} /> },
  { name: "min", label: words.min, type: "number" },
  { name: "max", label: words.max, type: "number" },
];

export function RequestFilters() {
  return <Filters filters={usualFilters} more={rareFilters} views={{ list: "requests" }} />;
}

function SearchedKeys(props: FilterProps) {
  return useMay("listApiKeys") && <KeyFilter {...props} />;
}

/** Models that were asked in the last month; for a session without figures, those that there are. */
function SeenModels(props: FilterProps) {
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
  return <ModelFilter {...props} models={models ?? []} />;
}

function ListedProviders(props: FilterProps) {
  const may = useMay("listProviders");
  const { data } = portico.listProviders.useQuery({}, { enabled: may });
  const slugs = data?.data.map(({ slug }) => slug);
  return <TextFilter {...props} label={words.provider} suggestions={slugs} />;
}

/** Where the operator has named any. */
function NamedTags(props: FilterProps) {
  const { tag_names: names } = useSession();
  if (names.length === 0) return null;
  return (
    <TextFilter
      {...props}
      label={words.tag}
      placeholder={`${names[0]}=…`}
      suggestions={names.map((name) => `${name}=`)}
    />
  );
}
