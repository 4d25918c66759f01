import type { Schema } from "@portico/client";
import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { DraftCheck } from "../../parts/credential-check.tsx";
import { Field } from "../../parts/field.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Section } from "../../parts/page.tsx";
import { Failure } from "../../parts/states.tsx";
import { AddAlias } from "./alias-dialog.tsx";
import { AddModel, AddProvider } from "./entry-dialogs.tsx";
import { PlanView } from "./plan-view.tsx";
import words from "./words.json" with { type: "json" };

interface EditorProps {
  readonly configuration: Schema<"Configuration">;
  readonly mayChange: boolean;
  /** Gets the names of new providers. */
  readonly onApplied: (added: readonly string[]) => void;
}

/** The text, what a change of it would do, and its way into use. */
export function Editor({ configuration, mayChange, onApplied }: EditorProps) {
  const [text, setText] = useState(configuration.yaml);
  const [opened, setOpened] = useState<"provider" | "model" | "alias">();
  const plan = portico.planConfiguration.useMutation();
  const change = (changed: string) => {
    setText(changed);
    // What was planned is not what would be applied.
    plan.reset();
  };
  const close = () => setOpened(undefined);
  const dialog = { text, onClose: close, onAdd: change };
  return (
    <Section title={words.text} actions={<SaveButton text={text} />}>
      {mayChange && (
        <div className="actions">
          <Button onClick={() => setOpened("provider")}>{words.addProvider}</Button>
          <Button onClick={() => setOpened("model")}>{words.addModel}</Button>
          <Button onClick={() => setOpened("alias")}>{words.addAlias}</Button>
        </div>
      )}
      <Field label={words.itsText} hint={words.textHint}>
        {(control) => (
          <textarea
            {...control}
            className="configuration-text"
            rows={Math.min(40, Math.max(8, text.split("\n").length + 1))}
            value={text}
            readOnly={!mayChange}
            spellCheck={false}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      {mayChange && (
        <div className="actions">
          <Button
            kind="main"
            isBusy={plan.isPending}
            onClick={() => plan.mutate({ body: { yaml: text } })}
          >
            {words.plan}
          </Button>
        </div>
      )}
      {plan.isError && <Failure error={plan.error} />}
      {plan.isSuccess && (
        <>
          <PlanView plan={plan.data.data} before={configuration.yaml} after={text} />
          <TryChanged plan={plan.data.data} text={text} />
          {plan.data.data.changes.length > 0 && (
            <Apply
              text={text}
              parent={configuration.in_use}
              onApplied={() => onApplied(plan.data.data.providers.added)}
            />
          )}
        </>
      )}
      {opened === "provider" && <AddProvider {...dialog} />}
      {opened === "model" && <AddModel {...dialog} />}
      {opened === "alias" && <AddAlias {...dialog} />}
    </Section>
  );
}

interface TryChangedProps {
  readonly plan: Schema<"ConfigurationPlan">;
  readonly text: string;
}

/** The providers that the text adds or changes, to be tried before all nodes have them. */
function TryChanged({ plan: { changes, providers }, text }: TryChangedProps) {
  const changed = changes.flatMap((place) => /^providers\.([^.]+)/.exec(place)?.[1] ?? []);
  const names = new Set([...providers.added, ...changed]);
  for (const name of providers.removed) names.delete(name);
  if (names.size === 0) return null;
  return (
    <Section title={words.tryFirst}>
      {[...names].map((name) => (
        <DraftCheck key={name} provider={name} yaml={text} />
      ))}
    </Section>
  );
}

interface ApplyProps {
  readonly text: string;
  readonly parent: number;
  readonly onApplied: () => void;
}

function Apply({ text, parent, onApplied }: ApplyProps) {
  const [note, setNote] = useState("");
  const update = portico.updateConfiguration.useMutation({ onSuccess: onApplied });
  return (
    <form
      className="draft-form"
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ body: { yaml: text, parent, note: note === "" ? null : note } });
      }}
    >
      <TextInput label={words.noteLabel} value={note} onChange={setNote} maxLength={500} />
      {update.isError && <Failure error={update.error} />}
      <div className="actions">
        <Button kind="main" type="submit" isBusy={update.isPending}>
          {words.apply}
        </Button>
      </div>
    </form>
  );
}

function SaveButton({ text }: { readonly text: string }) {
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
    link.download = "portico.yaml";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return <Button onClick={save}>{words.save}</Button>;
}
