import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useMistakes } from "../../parts/draft-form.tsx";
import { TextInput, TimeInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { fill } from "../../parts/words.ts";
import { texts } from "../../texts/texts.ts";
import { bodyOfRaise } from "./budget-draft.ts";

interface RaiseBudgetProps {
  readonly budget: Schema<"Budget">;
  readonly onClose: () => void;
}

const words = texts.budgets.raising;
const dayMs = 86_400_000;

/** More money for a while. It ends by itself, so that a busy day does not become the rule. */
export function RaiseBudget({ budget, onClose }: RaiseBudgetProps) {
  const [amount, setAmount] = useState(String(budget.raise ?? ""));
  const [until, setUntil] = useState(
    () => budget.raise_until ?? new Date(Date.now() + dayMs).toISOString(),
  );
  const update = portico.updateBudget.useMutation({ onSuccess: onClose });
  const mistakes = useMistakes(update.error);
  const path = { id: budget.id };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { body, mistakes: found } = bodyOfRaise(amount, until);
    mistakes.show(found);
    if (body !== null) update.mutate({ params: { path }, body });
  };
  const end = () => update.mutate({ params: { path }, body: { raise: null, raise_until: null } });
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(words.title, { name: budget.name })}
      lead={words.lead}
    >
      <form ref={mistakes.form} onSubmit={submit} noValidate>
        <TextInput
          label={words.amount}
          inputMode="decimal"
          value={amount}
          error={mistakes.of("raise")}
          onChange={setAmount}
        />
        <TimeInput
          label={words.until}
          hint={words.untilHint}
          value={until}
          error={mistakes.of("raise_until")}
          onChange={setUntil}
        />
        {update.error !== null && <Failure error={update.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          {budget.raise !== null && (
            <Button onClick={end} disabled={update.isPending}>
              {words.end}
            </Button>
          )}
          <Button kind="main" type="submit" isBusy={update.isPending}>
            {words.verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
