import type { KeyboardEvent, SyntheticEvent } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Field } from "../../parts/field.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { texts } from "../../texts/texts.ts";
import { bodyOf, type Draft, onWire } from "./draft.ts";
import { KeyField } from "./key-field.tsx";
import { ModelField } from "./model-field.tsx";
import type { ModelGroups } from "./models.ts";
import { QuestionFields } from "./question-fields.tsx";
import { wires } from "./search.ts";
import type { AskedExchange } from "./use-exchange.ts";
import { parsed } from "./wire.ts";

const words = texts.playground;

export interface AskFormProps {
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
      <Field label={words.wire} hint={words.wires[draft.wire]}>
        {(control) => (
          <select
            {...control}
            value={draft.wire}
            onChange={({ target }) => {
              const wire = wires.find((name) => name === target.value);
              if (wire !== undefined) onChange(onWire(draft, wire));
            }}
          >
            {wires.map((wire) => (
              <option key={wire} value={wire}>
                {words.wireNames[wire]}
              </option>
            ))}
          </select>
        )}
      </Field>
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
