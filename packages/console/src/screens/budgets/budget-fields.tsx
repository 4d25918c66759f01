import type { DraftFields } from "../../parts/draft-form.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { ResetInput } from "../../parts/reset-input.tsx";
import { useWorkspaces } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import type { BudgetDraft, Whom } from "./budget-draft.ts";

const words = texts.budgets.form;

type FieldsProps = DraftFields<BudgetDraft>;

interface BudgetFieldsProps extends FieldsProps {
  /** Whether the budget exists: for whom it is stays as it is. */
  readonly isChange?: boolean;
}

export function BudgetFields({ isChange = false, ...fields }: BudgetFieldsProps) {
  const { draft, change, mistake } = fields;
  return (
    <>
      {!isChange && <WhomFields {...fields} />}
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
        <ResetInput
          value={draft.limit_reset}
          error={mistake("limit_reset")}
          onChange={(reset) => change({ limit_reset: reset })}
        />
      </div>
    </>
  );
}

const whoms: readonly Whom[] = ["workspace", "each_end_user", "end_user"];

function WhomFields({ draft, change, mistake }: FieldsProps) {
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
