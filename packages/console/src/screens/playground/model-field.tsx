import { Field } from "../../parts/field.tsx";
import { texts } from "../../texts/texts.ts";
import type { Draft } from "./draft.ts";
import { isRehearsal, isSimulated, type Model, type ModelGroups } from "./models.ts";

const words = texts.playground;

interface ModelFieldProps {
  readonly draft: Draft;
  readonly groups: ModelGroups;
  readonly onChange: (draft: Draft) => void;
}

/** Simulated models stand first: they need no provider, and some rehearse what real ones do wrong. */
export function ModelField({ draft, groups, onChange }: ModelFieldProps) {
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
