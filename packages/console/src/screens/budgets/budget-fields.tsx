import { useSession } from "../../app/current-session.ts";
import type { DraftFields } from "../../parts/draft-form.tsx";
import { ChoiceInput, ResetInput, TextInput } from "../../parts/inputs.tsx";
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
  const { field } = fields;
  return (
    <>
      {!isChange && <WhomFields {...fields} />}
      <TextInput
        label={texts.budgets.name}
        hint={isChange ? undefined : words.nameHint}
        {...field("name")}
      />
      <div className="field-row">
        <TextInput label={words.limit} inputMode="decimal" isRequired {...field("limit")} />
        <ResetInput {...field("limit_reset")} />
      </div>
    </>
  );
}

const whoms: readonly Whom[] = ["workspace", "each_end_user", "end_user"];
/** Only where the operator has named tags. */
const tagWhoms: readonly Whom[] = ["each_tag_value", "tag_value"];

function WhomFields({ draft, change, mistake, field }: FieldsProps) {
  const workspaces = useWorkspaces();
  const { tag_names: tagNames } = useSession();
  const all = tagNames.length === 0 ? whoms : [...whoms, ...tagWhoms];
  return (
    <>
      <ChoiceInput
        label={texts.budgets.whom}
        value={draft.whom}
        error={mistake("scope")}
        options={all.map((value) => ({ value, label: words.whoms[value] }))}
        onChange={(chosen) =>
          change({
            whom: all.find((whom) => whom === chosen) ?? "workspace",
            tag_name: draft.tag_name || (tagNames[0] ?? ""),
          })
        }
      />
      {draft.whom === "end_user" && (
        <TextInput label={words.endUser} hint={words.endUserHint} {...field("end_user")} />
      )}
      {tagWhoms.includes(draft.whom) && (
        <ChoiceInput
          label={words.tagName}
          {...field("tag_name")}
          options={tagNames.map((value) => ({ value, label: value }))}
        />
      )}
      {draft.whom === "tag_value" && (
        <TextInput label={words.tagValue} hint={words.tagValueHint} {...field("tag")} />
      )}
      {workspaces.length > 1 && (
        <ChoiceInput
          label={texts.parts.workspace}
          {...field("workspace_id")}
          options={[
            { value: "", label: texts.keys.form.ownWorkspace },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}
