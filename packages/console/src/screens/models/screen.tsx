import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { type Filter, Filters } from "../../parts/filters.tsx";
import { given } from "../../parts/given.ts";
import { Page } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { type ModelsSearch, modelKinds } from "../searches.ts";
import { columnsOf } from "./columns.tsx";
import { Comparison } from "./comparison.tsx";
import { ModelDrawer } from "./model-drawer.tsx";
import { abilities, comparedIds, orders, selectModels, toggled } from "./select-models.ts";
import "./models.css";

const route = getRouteApi("/models");
const words = texts.models;
const mostAtOnce = 1000;

export function Screen() {
  const { model, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (id: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, model: id }) });
  const query = portico.listModels.useInfiniteQuery(
    { params: { query: given({ kind, limit: mostAtOnce }) } },
    { placeholderData: keepPreviousData },
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // What is searched and sorted here has to be the whole list.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <Page title={words.title} lead={words.lead}>
      <Filters filters={filters} more={rareFilters} views={{ list: "models" }} />
      <Answered
        query={query}
        isEmpty={({ pages }) => pages[0]?.data.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {({ pages }) => {
          const models = pages.flatMap(({ data }) => data);
          return (
            <div className="details">
              <Comparison onOpen={open} />
              <ModelTable models={models} openId={model} onOpen={open} />
            </div>
          );
        }}
      </Answered>
      {model !== undefined && <ModelDrawer id={model} onClose={() => open(undefined)} />}
    </Page>
  );
}

interface ModelTableProps {
  readonly models: readonly Schema<"Model">[];
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

function ModelTable({ models, openId, onOpen }: ModelTableProps) {
  const search = route.useSearch();
  const chosen = selectModels(models, search);
  if (chosen.length === 0) return <Empty title={words.noneFound}>{words.noneFoundHint}</Empty>;
  return (
    <div className="details">
      <output className="fine">
        {fill(words.count, { count: chosen.length, all: models.length })}
      </output>
      <Table
        label={words.title}
        columns={columnsOf(({ id }) => <CompareButton id={id} />)}
        rows={chosen}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        openKey={openId}
      />
    </div>
  );
}

function CompareButton({ id }: { readonly id: string }) {
  const { compare } = route.useSearch();
  const navigate = route.useNavigate();
  const isIn = comparedIds(compare).includes(id);
  const next = toggled(compare, id);
  return (
    <Button
      kind="quiet"
      aria-pressed={isIn}
      aria-label={fill(isIn ? words.takeBack : words.putBeside, { model: id })}
      disabled={next === null}
      onClick={() =>
        void navigate({
          search: (old) => ({ ...old, compare: next === null ? old.compare : next }),
          replace: true,
        })
      }
    >
      {isIn ? words.compared : words.compareThis}
    </Button>
  );
}

const filters: readonly Filter<ModelsSearch>[] = [
  { name: "search", label: words.search, placeholder: words.searchHint },
  { name: "sort", label: words.sort, usual: "name", values: orders, words: words.orders },
];
const rareFilters: readonly Filter<ModelsSearch>[] = [
  { name: "kind", label: words.kind, any: words.anyKind, values: modelKinds, words: words.kinds },
  {
    name: "ability",
    label: words.ability,
    any: words.anyAbility,
    values: abilities,
    words: words.abilityNames,
  },
];
