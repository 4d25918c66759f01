import { type SyntheticEvent, useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { useMistakes } from "../../parts/use-mistakes.ts";
import { useWorkspaces } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import type { BudgetDraft, Checked, Whom } from "./budget-draft.ts";

const words = texts.budgets.form;

interface BudgetFormProps<Body> {
  readonly start: BudgetDraft;
  /** Whether the budget exists: for whom it is stays as it is. */
  readonly isChange?: boolean;
  readonly check: (draft: BudgetDraft) => Checked<Body>;
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (body: Body) => void;
  readonly onCancel: () => void;
}

export function BudgetForm<Body>(props: BudgetFormProps<Body>) {
  const { start, isChange = false, check, verb, isBusy, error, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(start);
  const mistakes = useMistakes(error);
  const change = (changed: Partial<BudgetDraft>) => setDraft({ ...draft, ...changed });
  const mistake = mistakes.of;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = check(draft);
    mistakes.show(checked.mistakes);
    if (checked.body !== null) onSubmit(checked.body);
  };
  return (
    <form ref={mistakes.form} onSubmit={submit} noValidate>
      {!isChange && <WhomFields draft={draft} change={change} mistake={mistake} />}
      <TextInput
        label={texts.budgets.name}
        hint={isChange ? undefined : words.nameHint}
        value={draft.name}
        error={mistake("name")}
        onChange={(name) => change({ name })}
      />
      <div className="field-row">
        <TextInput
          label={words.limit}
          inputMode="decimal"
          isRequired
          value={draft.limit}
          error={mistake("limit")}
          onChange={(limit) => change({ limit })}
        />
        <ChoiceInput
          label={texts.parts.reset}
          value={draft.limit_reset}
          error={mistake("limit_reset")}
          options={[
            { value: "", label: texts.parts.resets.never },
            { value: "daily", label: texts.parts.resets.daily },
            { value: "weekly", label: texts.parts.resets.weekly },
            { value: "monthly", label: texts.parts.resets.monthly },
          ]}
          onChange={(reset) => change({ limit_reset: reset })}
        />
      </div>
      {error !== null && <Failure error={error} />}
      <div className="actions">
        <Button onClick={onCancel}>{texts.parts.cancel}</Button>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

const whoms: readonly Whom[] = ["workspace", "each_end_user", "end_user"];

interface WhomFieldsProps {
  readonly draft: BudgetDraft;
  readonly change: (changed: Partial<BudgetDraft>) => void;
  readonly mistake: (field: string) => string | undefined;
}

function WhomFields({ draft, change, mistake }: WhomFieldsProps) {
  const workspaces = useWorkspaces();
  return (
    <>
      <ChoiceInput
        label={texts.budgets.whom}
        value={draft.whom}
        error={mistake("scope")}
        options={whoms.map((value) => ({ value, label: words.whoms[value] }))}
        onChange={(chosen) =>
          change({ whom: whoms.find((whom) => whom === chosen) ?? "workspace" })
        }
      />
      {draft.whom === "end_user" && (
        <TextInput
          label={words.endUser}
          hint={words.endUserHint}
          value={draft.end_user}
          error={mistake("end_user")}
          onChange={(name) => change({ end_user: name })}
        />
      )}
      {workspaces.length > 1 && (
        <ChoiceInput
          label={texts.parts.workspace}
          value={draft.workspace_id}
          error={mistake("workspace_id")}
          options={[
            { value: "", label: texts.keys.form.ownWorkspace },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ workspace_id: id })}
        />
      )}
    </>
  );
}
