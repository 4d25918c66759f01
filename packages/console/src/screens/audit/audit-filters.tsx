import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSession } from "../../app/current-session.ts";
import { DayFilter } from "../../parts/day-filter.tsx";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { spoken } from "../../parts/spoken.ts";
import { WorkspaceSelect } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { type AuditSearch, actorTypes } from "./search.ts";
import { targetName } from "./target-link.tsx";

const route = getRouteApi("/audit");
const words = texts.audit;
const targets = Object.keys(words.targets);

export function AuditFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changed: Partial<AuditSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
    [navigate],
  );
  const findTarget = useCallback(
    (target_id: string | undefined) => change({ target_id }),
    [change],
  );
  const { event, at, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const clear = () => void navigate({ search: { event, at }, replace: true });
  return (
    <Filters onClear={isFiltered ? clear : undefined}>
      <DayFilter label={words.from} value={search.from} onChange={(from) => change({ from })} />
      <DayFilter label={words.to} value={search.to} onChange={(to) => change({ to })} />
      <Select
        label={words.who}
        value={search.actor ?? ""}
        anyLabel={words.anyActor}
        options={actorTypes.map((value) => ({ value, label: words.actors[value] }))}
        onChange={(actor) => change({ actor })}
      />
      <Select
        label={words.action}
        value={search.action ?? ""}
        anyLabel={words.anyAction}
        options={useActions(search.action)}
        onChange={(action) => change({ action })}
      />
      <Select
        label={words.target}
        value={search.target ?? ""}
        anyLabel={words.anyTarget}
        options={targets.map((value) => ({ value, label: targetName(value) }))}
        onChange={(target) => change({ target })}
      />
      <TextFilter label={words.targetId} value={search.target_id} onChange={findTarget} />
      <WorkspaceSelect value={search.workspace} onChange={(workspace) => change({ workspace })} />
    </Filters>
  );
}

const reads = /^(get|list|count)[A-Z]/;
/** What the gateway writes down that is no operation of its API. */
const ownActions = ["backUpStore", "firstStart", "rotateSecrets"];

/** Actions that can be in the log: operations that change something. A link may name one more. */
function useActions(asked: string | undefined) {
  const { operations } = useSession();
  const writes = operations.filter((id) => !reads.test(id));
  const actions = new Set([...writes, ...ownActions, ...(asked === undefined ? [] : [asked])]);
  return [...actions].sort().map((value) => ({ value, label: spoken(value) }));
}
