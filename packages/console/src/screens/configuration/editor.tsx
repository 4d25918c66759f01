import type { Schema } from "@portico/client";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { portico } from "../../app/portico.ts";
import { Button } from "../../parts/buttons.tsx";
import { DraftCheck } from "../../parts/credential-check.tsx";
import { Field } from "../../parts/field.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { Section } from "../../parts/page.tsx";
import { Failure } from "../../parts/states.tsx";
import { Entries } from "./entries.tsx";
import { EntryDialog, formWords } from "./entry-dialog.tsx";
import { isLone, placeNamed, sections } from "./entry-forms.ts";
import { PlanView } from "./plan-view.tsx";
import words from "./words.json" with { type: "json" };
import { type EntryPlace, withoutEntry } from "./yaml-entry.ts";

const route = getRouteApi("/configuration");

interface EditorProps {
  readonly configuration: Schema<"Configuration">;
  readonly mayChange: boolean;
  /** Gets the names of new providers. */
  readonly onApplied: (added: readonly string[]) => void;
}

/** The text, what a change of it would do, and its way into use. */
export function Editor({ configuration, mayChange, onApplied }: EditorProps) {
  const [text, setText] = useState(configuration.yaml);
  const navigate = route.useNavigate();
  const opened = placeNamed(route.useSearch().entry);
  const plan = portico.planConfiguration.useMutation();
  const change = (changed: string) => {
    setText(changed);
    // What was planned is not what would be applied.
    plan.reset();
  };
  /** What a form has changed is planned at once, so that the difference stands below. */
  const changeByForm = (changed: string | null) => {
    if (changed === null) return;
    setText(changed);
    plan.mutate({ body: { yaml: changed } });
  };
  const open = (place: EntryPlace | null) => {
    const entry = place === null ? undefined : [place.section, place.name ?? []].flat().join("/");
    void navigate({ search: { entry }, replace: true });
  };
  return (
    <Section title={words.text} actions={<SaveButton text={text} />}>
      {mayChange && (
        <>
          <div className="actions">
            {sections
              .filter((section) => !isLone(section))
              .map((section) => (
                <Button key={section} onClick={() => open({ section, name: "" })}>
                  {formWords[section].add}
                </Button>
              ))}
          </div>
          <Entries
            text={text}
            onOpen={open}
            onRemove={(place) => changeByForm(withoutEntry(text, place))}
          />
        </>
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
      {mayChange && opened !== null && (
        <EntryDialog
          key={`${opened.section}/${opened.name}`}
          place={opened}
          text={text}
          onClose={() => open(null)}
          onChange={changeByForm}
        />
      )}
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
