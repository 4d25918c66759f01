import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { WorkspaceSelect } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";

const route = getRouteApi("/keys");
const words = texts.keys;

export function KeyFilters() {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  type Asked = typeof asked;
  const change = useCallback(
    (changed: Partial<Asked>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
    [navigate],
  );
  const find = useCallback((search: string | undefined) => change({ search }), [change]);
  const { search, kind, show, sort, workspace } = asked;
  const isFiltered = [search, kind, show, sort, workspace].some((value) => value !== undefined);
  return (
    <Filters
      onClear={
        isFiltered
          ? () => void navigate({ search: ({ key }) => ({ key }), replace: true })
          : undefined
      }
    >
      <TextFilter
        label={words.search}
        placeholder={words.searchHint}
        value={search}
        onChange={find}
      />
      <Select
        label={words.kind}
        value={kind ?? ""}
        anyLabel={words.anyKind}
        options={[
          { value: "ordinary", label: words.kinds.ordinary },
          { value: "management", label: words.kinds.management },
        ]}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <Select
        label={words.state}
        value={show ?? ""}
        anyLabel={words.anyState}
        options={[
          { value: "enabled", label: words.enabledOnly },
          { value: "exposed", label: words.exposedOnly },
        ]}
        onChange={(chosen) => change({ show: chosen })}
      />
      <WorkspaceSelect value={workspace} onChange={(chosen) => change({ workspace: chosen })} />
      <Select
        label={words.sort}
        value={sort ?? "newest"}
        options={[
          { value: "newest", label: words.sorts.newest },
          { value: "most_spent", label: words.sorts.most_spent },
          { value: "least_left", label: words.sorts.least_left },
        ]}
        onChange={(chosen) => change({ sort: chosen === "newest" ? undefined : chosen })}
      />
    </Filters>
  );
}
