import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { texts } from "../../texts/texts.ts";
import { abilities } from "./abilities.ts";
import type { ModelsSearch } from "./search.ts";
import { orders } from "./select-models.ts";

const route = getRouteApi("/models");
const words = texts.models;
const kinds = ["text", "embedding", "rerank"] as const;

export function ModelsFilters() {
  const { search, kind, ability, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changed: Partial<ModelsSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
    [navigate],
  );
  const find = useCallback((text: string | undefined) => change({ search: text }), [change]);
  const isFiltered = [search, kind, ability].some((value) => value !== undefined);
  const clear = () => change({ search: undefined, kind: undefined, ability: undefined });
  return (
    <Filters onClear={isFiltered ? clear : undefined}>
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
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <Select
        label={words.ability}
        value={ability ?? ""}
        anyLabel={words.anyAbility}
        options={abilities.map((value) => ({ value, label: words.abilityNames[value] }))}
        onChange={(chosen) => change({ ability: chosen })}
      />
      <Select
        label={words.sort}
        value={sort ?? "name"}
        options={orders.map((value) => ({ value, label: words.orders[value] }))}
        onChange={(chosen) => change({ sort: chosen === "name" ? undefined : chosen })}
      />
    </Filters>
  );
}
