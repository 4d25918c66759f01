import type { KeyboardEvent, SyntheticEvent } from "react";
import { useMay } from "../../app/current-session.ts";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { Field } from "../../parts/field.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { wires } from "../searches.ts";
import {
  bodyOf,
  type Draft,
  isRehearsal,
  isSimulated,
  type Model,
  type ModelGroups,
  onWire,
} from "./draft.ts";
import { QuestionFields } from "./question-fields.tsx";
import type { AskedExchange } from "./use-exchange.ts";
import { parsed } from "./wire.ts";

const words = texts.playground;

interface AskFormProps {
  readonly draft: Draft;
  readonly groups: ModelGroups;
  readonly exchange: AskedExchange;
  readonly onChange: (draft: Draft) => void;
  /** Whether this session may not spend. */
  readonly needsKey: boolean;
  readonly spendingKey: string | null;
  readonly onKey: (key: string | null) => void;
  readonly onAsk: () => void;
}

export function AskForm(props: AskFormProps) {
  const { draft, groups, exchange, onChange, needsKey, spendingKey, onKey, onAsk } = props;
  const { status, stop } = exchange.stream;
  const isUnderWay = status === "connecting" || status === "streaming";
  const isJson = draft.byHand === null || parsed(draft.byHand) !== null;
  const isReady = isJson && (!needsKey || spendingKey !== null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady) onAsk();
  };
  return (
    <form onSubmit={submit} onKeyDown={askByKeys}>
      {needsKey && <KeyField value={spendingKey} onChange={onKey} />}
      <ChoiceInput
        label={words.wire}
        hint={words.wires[draft.wire]}
        value={draft.wire}
        options={wires.map((value) => ({ value, label: words.wireNames[value] }))}
        onChange={(name) => {
          const wire = wires.find((known) => known === name);
          if (wire !== undefined) onChange(onWire(draft, wire));
        }}
      />
      <Tabs
        value={draft.byHand === null ? "form" : "json"}
        onChange={(tab) => onChange({ ...draft, byHand: tab === "json" ? bodyOf(draft) : null })}
        tabs={[
          {
            name: "form",
            label: words.form,
            body: (
              <div className="playground-fields">
                <ModelField {...{ draft, groups, onChange }} />
                <QuestionFields {...{ draft, onChange }} />
              </div>
            ),
          },
          { name: "json", label: words.json, body: <BodyField {...{ draft, onChange, isJson }} /> },
        ]}
      />
      <div className="actions">
        <Button kind="main" type="submit" disabled={!isReady} isBusy={isUnderWay}>
          {words.ask}
        </Button>
        {isUnderWay && <Button onClick={stop}>{words.stop}</Button>}
      </div>
    </form>
  );
}

/** Enter alone begins a new line of the question. */
function askByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === "Enter" && (event.metaKey || event.ctrlKey))
    event.currentTarget.requestSubmit();
}

interface BodyFieldProps extends Pick<AskFormProps, "draft" | "onChange"> {
  readonly isJson: boolean;
}

function BodyField({ draft, onChange, isJson }: BodyFieldProps) {
  return (
    <Field label={words.body} hint={words.bodyHint} error={isJson ? undefined : words.notJson}>
      {(control) => (
        <textarea
          {...control}
          className="playground-json"
          rows={18}
          spellCheck={false}
          value={draft.byHand ?? ""}
          onChange={({ target }) => onChange({ ...draft, byHand: target.value })}
        />
      )}
    </Field>
  );
}

interface KeyFieldProps {
  readonly value: string | null;
  readonly onChange: (key: string | null) => void;
}

/** Sessions of management keys and of people call no models: an ordinary key pays. */
function KeyField({ value, onChange }: KeyFieldProps) {
  const mayCreate = useMay("createApiKey");
  return (
    <>
      <TextInput
        label={words.key}
        hint={words.keyHint}
        type="password"
        placeholder="ptc_…"
        value={value ?? ""}
        onChange={(typed) => onChange(typed.trim() || null)}
      />
      {mayCreate && value === null && <MakeKey onMade={onChange} />}
    </>
  );
}

const dayMs = 86_400_000;

/** One click, for a key that can do little: it is worth a dollar, and ends with the day. */
function MakeKey({ onMade }: { readonly onMade: (key: string) => void }) {
  // The secret is in no cache: it goes to the page's memory alone.
  const make = portico.createApiKey.useMutation({ gcTime: 0 });
  const ask = () =>
    make.mutate(
      {
        body: {
          name: words.ownKeyName,
          limit: 1,
          expires_at: new Date(Date.now() + dayMs).toISOString(),
        },
      },
      { onSuccess: ({ key }) => onMade(key) },
    );
  return (
    <div className="playground-own">
      <Button onClick={ask} isBusy={make.isPending}>
        {words.makeKey}
      </Button>
      <span className="fine">{words.makeKeyHint}</span>
      {make.error !== null && <Failure error={make.error} />}
    </div>
  );
}

interface ModelFieldProps {
  readonly draft: Draft;
  readonly groups: ModelGroups;
  readonly onChange: (draft: Draft) => void;
}

/** Simulated models stand first: they need no provider, and some rehearse what real ones do wrong. */
function ModelField({ draft, groups, onChange }: ModelFieldProps) {
  const { model } = draft.question;
  const known = [...groups.simulated, ...groups.rehearsals, ...groups.real];
  const isKnown = known.some(({ id }) => id === model);
  return (
    <Field label={words.model} hint={hintOf(model)}>
      {(control) => (
        <select
          {...control}
          value={model}
          onChange={({ target }) =>
            onChange({ ...draft, question: { ...draft.question, model: target.value } })
          }
        >
          {!isKnown && <option value={model}>{model}</option>}
          <Group label={words.simulated} models={groups.simulated} />
          <Group label={words.rehearsals} models={groups.rehearsals} />
          <Group label={words.real} models={groups.real} />
        </select>
      )}
    </Field>
  );
}

interface GroupProps {
  readonly label: string;
  readonly models: readonly Model[];
}

function Group(group: GroupProps) {
  if (group.models.length === 0) return null;
  return (
    <optgroup label={group.label}>
      {group.models.map(({ id, name }) => (
        <option key={id} value={id}>
          {isSimulated({ id }) ? `${id} – ${name}` : id}
        </option>
      ))}
    </optgroup>
  );
}

function hintOf(model: string): string {
  if (isRehearsal({ id: model })) return words.rehearsalHint;
  return isSimulated({ id: model }) ? words.simulatedHint : words.realHint;
}
