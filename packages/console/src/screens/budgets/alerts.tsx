import type { Schema } from "@portico/client";
import { alertKinds, alertStates } from "@portico/core/rules/alerts";
import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { portico } from "../../app/portico.ts";
import { Time } from "../../parts/amounts.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { CsvButton } from "../../parts/csv-button.tsx";
import { Filters, workspaceFilter } from "../../parts/filters.tsx";
import { given } from "../../parts/given.ts";
import { ChangeLink } from "../../parts/links.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import type { Column } from "../../parts/table.tsx";
import { texts } from "../../texts/texts.ts";
import { AlertDrawer, summaryOf } from "./alert-drawer.tsx";

type Alert = Schema<"Alert">;
const route = getRouteApi("/budgets");
const words = texts.budgets.alert;
const pageLength = 100;

export function Alerts() {
  const { kind, state, subject, workspace, alert } = route.useSearch();
  const navigate = route.useNavigate();
  const asked = given({ kind, state, subject, workspace_id: workspace });
  const query = portico.listAlerts.useInfiniteQuery(
    { params: { query: { ...asked, limit: pageLength } } },
    { placeholderData: keepPreviousData },
  );
  const open = (id: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, alert: id }) });
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="details">
      <Filters filters={filters} views={{ list: "alerts" }} />
      <PagedTable
        query={query}
        words={words}
        isFiltered={Object.keys(asked).length > 0}
        head={
          <div className="list-head">
            <span />
            <CsvButton path="/alerts" query={{ ...asked, limit: 1000 }} fileName="alerts.csv" />
          </div>
        }
        label={texts.budgets.alerts}
        columns={columns}
        rowKey={({ id }) => id}
        openKey={alert}
        onOpen={({ id }) => open(id)}
      />
      {alert !== undefined && rows.length > 0 && (
        <AlertDrawer alert={rows.find(({ id }) => id === alert)} onClose={() => open(undefined)} />
      )}
    </div>
  );
}

const kindTones: Readonly<Record<Alert["kind"], Tone>> = {
  budget: "warning",
  limit_blocking: "bad",
  unbilled: "warning",
  provider_down: "bad",
  canary_rolled_back: "bad",
  key_exposed: "bad",
};

const stateTones: Readonly<Record<Alert["state"], Tone>> = {
  waiting: "info",
  sent: "good",
  failed: "bad",
  unsent: "plain",
};

const columns: readonly Column<Alert>[] = [
  {
    title: words.kind,
    width: 1.5,
    cell: ({ kind }) => <Badge tone={kindTones[kind]}>{words.kinds[kind]}</Badge>,
  },
  { title: words.about, width: 2, cell: ({ subject_name: name }) => name },
  { title: words.what, width: 2.5, cell: (alert) => summaryOf(alert) },
  {
    title: words.deliveries,
    width: 1.4,
    cell: ({ state }) => <Badge tone={stateTones[state]}>{words.states[state]}</Badge>,
  },
  {
    title: texts.parts.toChange,
    cell: ({ kind, subject }) => <ChangeLink isShort cause={kind} subject={subject} />,
  },
  { title: words.at, width: 1.3, align: "end", cell: ({ created_at: at }) => <Time at={at} ago /> },
];

const filters = [
  { name: "kind", label: words.kind, any: words.anyKind, values: alertKinds, words: words.kinds },
  {
    name: "state",
    label: words.deliveries,
    any: words.anyState,
    values: alertStates,
    words: words.states,
  },
  { name: "subject", label: words.subject, placeholder: words.subjectHint },
  workspaceFilter,
];
