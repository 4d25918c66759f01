import { portico } from "../../app/portico.ts";
import { DraftDialog } from "../../parts/draft-form.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOfNew, emptyBudget } from "./budget-draft.ts";
import { BudgetFields } from "./budget-fields.tsx";

const words = texts.budgets;

export function CreateBudget({ onClose }: { readonly onClose: () => void }) {
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
