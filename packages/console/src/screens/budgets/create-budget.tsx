import { portico } from "../../app/portico.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyBudget } from "./budget-draft.ts";
import { BudgetForm } from "./budget-form.tsx";

const words = texts.budgets;

export function CreateBudget({ onClose }: { readonly onClose: () => void }) {
  const create = portico.createBudget.useMutation({ onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={words.create} lead={words.createLead}>
      <BudgetForm
        start={emptyBudget}
        check={bodyOfNew}
        verb={words.create}
        isBusy={create.isPending}
        error={create.error}
        onCancel={onClose}
        onSubmit={(body) => create.mutate({ body })}
      />
    </Dialog>
  );
}
