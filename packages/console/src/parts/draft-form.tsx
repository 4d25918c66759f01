import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { texts } from "../texts/texts.ts";
import { Button } from "./buttons.tsx";
import { Dialog } from "./dialog.tsx";
import { mistakeIn } from "./field.tsx";
import { Failure } from "./states.tsx";
import type { Checked, Mistakes } from "./typed.ts";

/**
 * What is wrong with a form, from the page's own check or from the gateway's refusal. The first wrong field is opened and
 * gets the focus.
 */
function useMistakes(refusal: unknown) {
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal === null && Object.keys(mistakes).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong === null || wrong === undefined) return;
    const folded = wrong.closest("details");
    if (folded !== null) folded.open = true;
    wrong.focus();
  }, [mistakes, refusal]);
  return {
    form,
    show: (found: Mistakes | null) => setMistakes(found ?? {}),
    of: (field: string): string | undefined => mistakes[field] ?? mistakeIn(refusal, field),
    hasAny: Object.keys(mistakes).length > 0,
  };
}

/** What a form's fields are given. */
export interface DraftFields<Draft> {
  readonly draft: Draft;
  readonly change: (changed: Partial<Draft>) => void;
  /** What is wrong with a field, by its name in the contract. */
  readonly mistake: (field: string) => string | undefined;
  /** What an input of one field is given. */
  readonly field: <Name extends keyof Draft & string>(
    name: Name,
  ) => {
    readonly value: Draft[Name];
    readonly error: string | undefined;
    readonly onChange: (value: Draft[Name]) => void;
  };
}

/** The request that sends a form. */
interface Sending {
  readonly isPending: boolean;
  readonly error: unknown;
}

interface DraftFormProps<Draft, Body> {
  readonly start: Draft;
  readonly check: (draft: Draft) => Checked<Body>;
  readonly verb: string;
  readonly sending: Sending;
  readonly onSubmit: (body: Body) => void;
  /** Without it, the form has no button that leaves it. */
  readonly onCancel?: () => void;
  /** Buttons beside its own. */
  readonly more?: ReactNode;
  readonly children: (fields: DraftFields<Draft>) => ReactNode;
}

/** Keeps what is typed, checks it by the contract before it is sent, and shows each mistake at its field. */
export function DraftForm<Draft, Body>(props: DraftFormProps<Draft, Body>) {
  const { start, check, verb, sending, onSubmit, onCancel, more, children } = props;
  const [draft, setDraft] = useState(start);
  const mistakes = useMistakes(sending.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { body, mistakes: found } = check(draft);
    mistakes.show(found);
    if (body !== null) onSubmit(body);
  };
  return (
    <form ref={mistakes.form} onSubmit={submit} noValidate className="draft-form">
      {children({
        draft,
        change: (changed) => setDraft({ ...draft, ...changed }),
        mistake: mistakes.of,
        field: (name) => ({
          value: draft[name],
          error: mistakes.of(name),
          onChange: (value) => setDraft({ ...draft, [name]: value }),
        }),
      })}
      {sending.error !== null && <Failure error={sending.error} />}
      {mistakes.hasAny && (
        <p className="field-error" role="alert">
          {texts.parts.mistakes.someFields}
        </p>
      )}
      <div className="actions">
        {onCancel !== undefined && <Button onClick={onCancel}>{texts.parts.cancel}</Button>}
        {more}
        <Button kind="main" type="submit" isBusy={sending.isPending}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

interface PlainFormProps {
  readonly title: string;
  readonly lead?: string;
  readonly onClose: () => void;
  readonly verb: string;
  readonly sending: Sending;
  /** Whether what is in the form can be sent. */
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog whose few fields its owner keeps: secrets, and choices that cannot be wrong. */
export function PlainFormDialog(props: PlainFormProps) {
  const { title, lead, onClose, verb, sending, isReady = true, onSubmit, children } = props;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog open onClose={onClose} title={title} lead={lead}>
      <form onSubmit={submit}>
        {children}
        {sending.error !== null && <Failure error={sending.error} />}
        <div className="actions">
          <Button onClick={onClose}>{texts.parts.cancel}</Button>
          <Button kind="main" type="submit" isBusy={sending.isPending} disabled={!isReady}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DraftDialogProps<Draft, Body> extends Omit<DraftFormProps<Draft, Body>, "onCancel"> {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
}

/** A form in a dialog. A body without a change is not sent. */
export function DraftDialog<Draft, Body extends object>(props: DraftDialogProps<Draft, Body>) {
  const { title, lead, onClose, onSubmit, ...form } = props;
  return (
    <Dialog open onClose={onClose} title={title} lead={lead}>
      <DraftForm
        {...form}
        onCancel={onClose}
        onSubmit={(body) => (Object.keys(body).length === 0 ? onClose() : onSubmit(body))}
      />
    </Dialog>
  );
}
