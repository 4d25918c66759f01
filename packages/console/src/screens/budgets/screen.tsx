import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { given } from "../../parts/given.ts";
import { Page } from "../../parts/page.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { Alerts } from "./alerts.tsx";
import { bodyOfNew, emptyBudget, whomOf } from "./budget-draft.ts";
import { BudgetDrawer } from "./budget-drawer.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import "./budgets.css";
import type { Schema } from "@portico/client";
import { keepPreviousData } from "@tanstack/react-query";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Filters, workspaceFilter } from "../../parts/filters.tsx";
import { PagedTable } from "../../parts/paged-table.tsx";
import { LimitRing } from "../../parts/ring.tsx";
import type { Column } from "../../parts/table.tsx";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";

const route = getRouteApi("/budgets");
const words = texts.budgets;

export function Screen() {
  const { tab = "budgets", budget } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay("createBudget");
  const mayAlerts = useMay("listAlerts");
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        mayCreate && (
          <Button kind="main" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        )
      }
    >
      <Tabs
        value={tab}
        tabs={[
          { name: "budgets", label: words.budgets, body: <BudgetList /> },
          mayAlerts && { name: "alerts", label: words.alerts, body: <Alerts /> },
        ]}
        onChange={(chosen) =>
          void navigate({ search: { tab: chosen === "budgets" ? undefined : chosen } })
        }
      />
      {budget !== undefined && (
        <BudgetDrawer
          id={budget}
          onClose={() =>
            void navigate({ search: (old) => ({ ...old, budget: undefined, change: undefined }) })
          }
        />
      )}
      {isCreating && <CreateBudget onClose={() => setCreating(false)} />}
    </Page>
  );
}

function CreateBudget({ onClose }: { readonly onClose: () => void }) {
  const create = portico.createBudget.useMutation({ onSuccess: onClose });
  return (
    <DraftDialog
      title={words.create}
      lead={words.createLead}
      start={emptyBudget}
      check={bodyOfNew}
      verb={words.create}
      sending={create}
      onClose={onClose}
      onSubmit={(body) => create.mutate({ body })}
    >
      {(fields) => <BudgetFields {...fields} />}
    </DraftDialog>
  );
}

type Budget = Schema<"Budget">;
const pageLength = 100;

function BudgetList() {
  const { workspace, budget } = route.useSearch();
  const navigate = route.useNavigate();
  const names = useWorkspaceNames();
  const query = portico.listBudgets.useInfiniteQuery(
    { params: { query: given({ workspace_id: workspace, limit: pageLength }) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="details">
      <Filters filters={[workspaceFilter]} />
      <PagedTable
        query={query}
        words={words}
        label={words.budgets}
        columns={columnsOf(names)}
        rowKey={({ id }) => id}
        openKey={budget}
        onOpen={({ id }) => void navigate({ search: (old) => ({ ...old, budget: id }) })}
      />
    </div>
  );
}

function columnsOf(workspaces: ReadonlyMap<string, string>): readonly Column<Budget>[] {
  return [
    { title: words.name, width: 2.5, cell: ({ name }) => name },
    { title: words.whom, width: 2.5, cell: (budget) => whomOf(budget, workspaces) },
    { title: words.left, width: 2, cell: (budget) => <Left budget={budget} /> },
    {
      title: words.limit,
      width: 1.5,
      align: "end",
      isMinor: true,
      cell: ({ limit, state }) => <Usd amount={state?.limit ?? limit} isShort />,
    },
    {
      title: words.startsAgain,
      width: 1.6,
      align: "end",
      isMinor: true,
      cell: ({ state, limit_reset: reset }) =>
        reset === null ? words.never : <Time at={state?.resets_at} ago />,
    },
    {
      title: words.raised,
      width: 1.6,
      align: "end",
      isMinor: true,
      cell: ({ state }) =>
        state?.raise_until ? (
          <Badge tone="info">
            <Time at={state.raise_until} ago />
          </Badge>
        ) : null,
    },
  ];
}

function Left({ budget }: { readonly budget: Budget }) {
  if (budget.state === null) return <span className="none">{words.eachHasOwn}</span>;
  return (
    <span className="limit-cell">
      <LimitRing {...budget.state} size={22} /> <Usd amount={budget.state.remaining} isShort />
    </span>
  );
}
