import type { Schema } from "@portico/client";
import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { ownZone } from "../../app/settings.ts";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { mistakeIn } from "../../parts/field.tsx";
import { fill } from "../../parts/fill.ts";
import { TextInput } from "../../parts/inputs.tsx";
import type { Mistakes } from "../../parts/mistakes.ts";
import { Failure } from "../../parts/states.tsx";
import { timeToType } from "../../parts/typed.ts";
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
  const [until, setUntil] = useState(() =>
    timeToType(budget.raise_until ?? new Date(Date.now() + dayMs).toISOString()),
  );
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const update = portico.updateBudget.useMutation({ onSuccess: onClose });
  const path = { id: budget.id };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { body, mistakes: found } = bodyOfRaise(amount, until);
    setMistakes(found ?? {});
    if (body !== null) update.mutate({ params: { path }, body });
  };
  const end = () => update.mutate({ params: { path }, body: { raise: null, raise_until: null } });
  const mistake = (field: string) => mistakes[field] ?? mistakeIn(update.error, field);
  return (
    <Dialog
      open
      onClose={onClose}
      title={fill(words.title, { name: budget.name })}
      lead={words.lead}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={words.amount}
          inputMode="decimal"
          value={amount}
          error={mistake("raise")}
          onChange={setAmount}
        />
        <TextInput
          label={words.until}
          hint={fill(words.untilHint, { zone: ownZone })}
          type="datetime-local"
          value={until}
          error={mistake("raise_until")}
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
