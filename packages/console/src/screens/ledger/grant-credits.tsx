import { type SyntheticEvent, useState } from "react";
import { portico } from "../../app/portico.ts";
import { Usd } from "../../parts/amounts.tsx";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { mistakeIn } from "../../parts/field.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { texts } from "../../texts/texts.ts";

const words = texts.ledger.grant;

/** Money is written down first and granted after a second look. A grant is taken back by no button. */
export function GrantCredits({ onClose }: { readonly onClose: () => void }) {
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  const [isSure, setSure] = useState(false);
  const grant = portico.grantCredits.useMutation({
    onSuccess: onClose,
  });
  const dollars = Number(amount.replaceAll(",", ""));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isSure) setSure(true);
    else grant.mutate({ body: { amount: dollars, note: note.trim() || null } });
  };
  return (
    <Dialog open onClose={onClose} title={words.title} lead={words.lead}>
      <form onSubmit={submit}>
        <GrantFields {...{ amount, setAmount, note, setNote, isSure, error: grant.error }} />
        {isSure && (
          <p className="notice" role="alert">
            <span>
              {words.sure} <Usd amount={dollars} />. {words.noWayBack}
            </span>
          </p>
        )}
        {grant.error !== null && <Failure error={grant.error} />}
        <div className="actions">
          <Button onClick={() => (isSure ? setSure(false) : onClose())}>
            {isSure ? words.change : texts.parts.cancel}
          </Button>
          <Button kind="main" type="submit" disabled={!(dollars > 0)} isBusy={grant.isPending}>
            {isSure ? words.confirm : words.next}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface GrantFieldsProps {
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** Then they are read once more, and not changed. */
  readonly isSure: boolean;
  readonly error: unknown;
}

function GrantFields(props: GrantFieldsProps) {
  const { amount, setAmount, note, setNote, isSure, error } = props;
  return (
    <>
      <TextInput
        label={words.amount}
        hint={words.amountHint}
        error={mistakeIn(error, "amount")}
        inputMode="decimal"
        isReadOnly={isSure}
        isRequired
        value={amount}
        onChange={setAmount}
      />
      <TextInput
        label={words.note}
        hint={words.noteHint}
        error={mistakeIn(error, "note")}
        isReadOnly={isSure}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
    </>
  );
}
