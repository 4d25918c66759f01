import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./budget-draft.ts";
import { BudgetFields } from "./budget-fields.tsx";

interface EditBudgetProps {
  readonly budget: Schema<"Budget">;
  readonly onClose: () => void;
}

const words = texts.budgets;

export function EditBudget({ budget, onClose }: EditBudgetProps) {
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
