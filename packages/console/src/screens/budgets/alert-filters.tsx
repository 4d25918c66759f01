import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { Filters, TextFilter } from "../../parts/filters.tsx";
import { Select } from "../../parts/select.tsx";
import { WorkspaceSelect } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";

const route = getRouteApi("/budgets");
const words = texts.budgets.alert;
const kinds = ["budget", "limit_blocking", "unbilled", "provider_down", "key_exposed"] as const;
const states = ["waiting", "sent", "failed", "unsent"] as const;

export function AlertFilters() {
  const asked = route.useSearch();
  const navigate = route.useNavigate();
  type Asked = typeof asked;
  const change = useCallback(
    (changed: Partial<Asked>) =>
      void navigate({ search: (old) => ({ ...old, ...changed }), replace: true }),
    [navigate],
  );
  const about = useCallback((subject: string | undefined) => change({ subject }), [change]);
  const { kind, state, subject, workspace } = asked;
  const isFiltered = [kind, state, subject, workspace].some((value) => value !== undefined);
  return (
    <Filters
      onClear={
        isFiltered ? () => void navigate({ search: { tab: "alerts" }, replace: true }) : undefined
      }
    >
      <Select
        label={words.kind}
        value={kind ?? ""}
        anyLabel={words.anyKind}
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={(chosen) => change({ kind: chosen })}
      />
      <Select
        label={words.deliveries}
        value={state ?? ""}
        anyLabel={words.anyState}
        options={states.map((value) => ({ value, label: words.states[value] }))}
        onChange={(chosen) => change({ state: chosen })}
      />
      <TextFilter
        label={words.subject}
        placeholder={words.subjectHint}
        value={subject}
        onChange={about}
      />
      <WorkspaceSelect value={workspace} onChange={(chosen) => change({ workspace: chosen })} />
    </Filters>
  );
}
