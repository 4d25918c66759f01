import type { Schema } from "@portico/client";
import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfChange, draftOf } from "./budget-draft.ts";
import { BudgetForm } from "./budget-form.tsx";

interface EditBudgetProps {
  readonly budget: Schema<"Budget">;
  readonly onClose: () => void;
}

const words = texts.budgets;

export function EditBudget({ budget, onClose }: EditBudgetProps) {
  const update = portico.updateBudget.useMutation({ onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={words.edit} lead={words.editLead}>
      <BudgetForm
        start={draftOf(budget)}
        isChange
        check={(draft) => bodyOfChange(draft, budget)}
        verb={words.save}
        isBusy={update.isPending}
        error={update.error}
        onCancel={onClose}
        onSubmit={(body) => {
          if (Object.keys(body).length === 0) onClose();
          else update.mutate({ params: { path: { id: budget.id } }, body });
        }}
      />
    </Dialog>
  );
}
