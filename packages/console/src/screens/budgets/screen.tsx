import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { Page } from "../../parts/page.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { Alerts } from "./alerts.tsx";
import { bodyOfNew, emptyBudget } from "./budget-draft.ts";
import { BudgetDrawer } from "./budget-drawer.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { BudgetList } from "./budget-list.tsx";
import "./budgets.css";

const route = getRouteApi("/budgets");
const words = texts.budgets;

export function BudgetsScreen() {
  const { tab = "budgets", budget } = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay("createBudget");
  const mayAlerts = useMay("listAlerts");
  const tabs = [
    { name: "budgets" as const, label: words.budgets, body: <BudgetList /> },
    ...(mayAlerts ? [{ name: "alerts" as const, label: words.alerts, body: <Alerts /> }] : []),
  ];
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
        tabs={tabs}
        onChange={(chosen) =>
          void navigate({ search: { tab: chosen === "budgets" ? undefined : chosen } })
        }
      />
      {budget !== undefined && (
        <BudgetDrawer
          id={budget}
          onClose={() => void navigate({ search: (old) => ({ ...old, budget: undefined }) })}
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
