import type { Schema } from "@portico/client";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Time, Usd } from "../../parts/amounts.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { Facts } from "../../parts/facts.tsx";
import { given } from "../../parts/given.ts";
import { TextInput, TimeInput } from "../../parts/inputs.tsx";
import { Section } from "../../parts/page.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { fill } from "../../parts/words.ts";
import { useWorkspaceNames } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, bodyOfRaise, draftOf, whomOf } from "./budget-draft.ts";
import { BudgetFields } from "./budget-fields.tsx";
import { BudgetState } from "./budget-state.tsx";

type Budget = Schema<"Budget">;
const words = texts.budgets;
const route = getRouteApi("/budgets");

interface BudgetDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function BudgetDrawer({ id, onClose }: BudgetDrawerProps) {
  const query = portico.getBudget.useQuery({ params: { path: { id } } });
  const names = useWorkspaceNames();
  const budget = query.data?.data;
  return (
    <Dialog
      open
      as="drawer"
      onClose={onClose}
      title={budget?.name ?? words.oneBudget}
      lead={budget && whomOf(budget, names)}
    >
      <Answered query={query}>
        {({ data, end_users: endUsers, tag_values: values }) => (
          <div className="details">
            <BudgetActions budget={data} onDeleted={onClose} />
            {data.state !== null && <BudgetState budget={data} state={data.state} />}
            {endUsers !== null && <Each id={id} of="end_users" />}
            {values !== null && <Each id={id} of="tag_values" />}
            <Section title={words.facts.title} actions={<BoundLinks budget={data} />}>
              <BudgetFacts budget={data} />
            </Section>
          </div>
        )}
      </Answered>
    </Dialog>
  );
}

/** What counts towards the budget. Spending is not divided by end user. */
function BoundLinks({ budget }: { readonly budget: Budget }) {
  const { workspace_id: workspace, end_user: user, tag } = budget;
  const [tagName = "", value] = tag?.split(/=(.*)/s) ?? [];
  return (
    <div className="actions">
      <Link
        to="/requests"
        search={given({ workspace, user: user ?? undefined, tag: value && (tag ?? undefined) })}
      >
        {words.itsRequests}
      </Link>
      {user === null && (
        <Link
          to="/spend"
          search={
            tag === null ? { workspace } : given({ workspace, tag_name: tagName, tag: value })
          }
        >
          {words.itsSpending}
        </Link>
      )}
    </div>
  );
}

function BudgetFacts({ budget }: { readonly budget: Budget }) {
  return (
    <Facts
      facts={[
        [words.limit, <Usd key="limit" amount={budget.limit} />],
        [texts.parts.reset, texts.parts.resets[budget.limit_reset ?? "never"]],
        [
          words.facts.raise,
          budget.raise === null ? null : <Usd key="raise" amount={budget.raise} />,
        ],
        [words.facts.raiseUntil, <Time key="until" at={budget.raise_until} />],
        [words.facts.createdBy, budget.created_by],
        [words.facts.created, <Time key="created" at={budget.created_at} />],
        [words.facts.updated, <Time key="updated" at={budget.updated_at} />],
        [words.facts.id, <code key="id">{budget.id}</code>],
      ]}
    />
  );
}

function BudgetActions({
  budget,
  onDeleted,
}: {
  readonly budget: Budget;
  readonly onDeleted: () => void;
}) {
  const { change: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const setOpened = (change: typeof opened) =>
    void navigate({ search: (old) => ({ ...old, change }), replace: true });
  const mayUpdate = useMay("updateBudget");
  const mayDelete = useMay("deleteBudget");
  const remove = portico.deleteBudget.useMutation({
    onSuccess: onDeleted,
    // The budget itself is gone: the drawer closes, and asks for it no more.
    invalidates: ["listBudgets", "getCurrentKey", "listAuditEvents"],
  });
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="actions">
        {mayUpdate && <Button onClick={() => setOpened("edit")}>{words.edit}</Button>}
        {mayUpdate && <Button onClick={() => setOpened("raise")}>{words.raising.verb}</Button>}
        {mayDelete && (
          <Button kind="danger" onClick={() => setOpened("delete")}>
            {words.deletion.verb}
          </Button>
        )}
      </div>
      {mayUpdate && opened === "edit" && <EditBudget budget={budget} onClose={close} />}
      {mayUpdate && opened === "raise" && <RaiseBudget budget={budget} onClose={close} />}
      <Confirm
        open={mayDelete && opened === "delete"}
        onClose={close}
        title={fill(words.deletion.title, { name: budget.name })}
        lead={words.deletion.lead}
        verb={words.deletion.verb}
        name={budget.name}
        sending={remove}
        onConfirm={() => remove.mutate({ params: { path: { id: budget.id } } })}
      />
    </>
  );
}

interface BudgetDialogProps {
  readonly budget: Budget;
  readonly onClose: () => void;
}

function EditBudget({ budget, onClose }: BudgetDialogProps) {
  const { id } = budget;
  const update = portico.updateBudget.useMutation({ onSuccess: onClose });
  return (
    <DraftDialog
      title={words.edit}
      lead={words.editLead}
      start={draftOf(budget)}
      check={(draft) => bodyOfChange(draft, budget)}
      verb={words.save}
      sending={update}
      onClose={onClose}
      onSubmit={(body) => update.mutate({ params: { path: { id } }, body })}
    >
      {(fields) => <BudgetFields {...fields} isChange />}
    </DraftDialog>
  );
}

const dayMs = 86_400_000;

/** More money for a while. It ends by itself, so that a busy day does not become the rule. */
function RaiseBudget({ budget, onClose }: BudgetDialogProps) {
  const [start] = useState({
    raise: String(budget.raise ?? ""),
    raise_until: budget.raise_until ?? new Date(Date.now() + dayMs).toISOString(),
  });
  const update = portico.updateBudget.useMutation({ onSuccess: onClose });
  const send = (body: Schema<"UpdateBudgetRequest">) =>
    update.mutate({ params: { path: { id: budget.id } }, body });
  return (
    <DraftDialog
      title={fill(words.raising.title, { name: budget.name })}
      lead={words.raising.lead}
      start={start}
      check={bodyOfRaise}
      verb={words.raising.verb}
      sending={update}
      onClose={onClose}
      onSubmit={send}
      more={
        budget.raise !== null && (
          <Button
            onClick={() => send({ raise: null, raise_until: null })}
            disabled={update.isPending}
          >
            {words.raising.end}
          </Button>
        )
      }
    >
      {({ field }) => (
        <>
          <TextInput label={words.raising.amount} inputMode="decimal" {...field("raise")} />
          <TimeInput
            label={words.raising.until}
            hint={words.raising.untilHint}
            {...field("raise_until")}
          />
        </>
      )}
    </DraftDialog>
  );
}

interface Part extends Pick<Schema<"EndUserSpending">, "spent" | "held" | "remaining"> {
  readonly name: string;
}

interface EachProps {
  readonly id: string;
  readonly of: "end_users" | "tag_values";
}

const partWords = {
  end_users: { ...words.endUsers, name: words.endUsers.endUser },
  tag_values: { ...words.tagValues, name: words.tagValues.value },
} as const;

/** Who, or which values of a tag, have spent most of a budget that each of them has for itself. */
function Each({ id, of }: EachProps) {
  const query = portico.getBudget.useInfiniteQuery({
    params: { path: { id }, query: { limit: 100 } },
  });
  const said = partWords[of];
  return (
    <Section title={said.title}>
      <Answered
        query={query}
        isEmpty={({ pages }) => pages[0]?.[of]?.data.length === 0}
        empty={<Empty title={said.none}>{said.noneHint}</Empty>}
      >
        {({ pages }) => (
          <Table
            label={said.title}
            columns={columnsOf(said.name)}
            rows={pages.flatMap(partsIn)}
            rowKey={({ name }) => name}
            more={query}
            total={pages[0]?.[of]?.total_count}
          />
        )}
      </Answered>
    </Section>
  );
}

function partsIn({ end_users: users, tag_values: values }: Schema<"GetBudgetReply">): Part[] {
  return [
    ...(users?.data.map(({ end_user: name, ...sums }) => ({ name, ...sums })) ?? []),
    ...(values?.data.map(({ value: name, ...sums }) => ({ name, ...sums })) ?? []),
  ];
}

const amounts = ["spent", "held", "remaining"] as const;

function columnsOf(title: string): readonly Column<Part>[] {
  return [
    { title, width: 2, cell: ({ name }) => name },
    ...amounts.map((name) => ({
      name,
      title: texts.budgets.amounts[name],
      align: "end" as const,
      cell: (row: Part) => <Usd amount={row[name]} />,
    })),
  ];
}
