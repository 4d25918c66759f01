import { Combobox } from "@base-ui/react/combobox";
import { useDeferredValue, useId, useState } from "react";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly placeholder: string;
  /** What stands there where nothing has what was typed. */
  readonly nothing: string;
  readonly value: Choice | null;
  readonly choices: readonly Choice[];
  readonly onChange: (id: string | undefined) => void;
  /** Where the gateway searches; else the choices are those that have what was typed in their name. */
  readonly onType?: (typed: string) => void;
}

const mostShown = 20;

/** One of a list, found by a part of its name. */
function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, placeholder, nothing, value, choices, onChange, onType } = props;
  const id = useId();
  return (
    <Combobox.Root
      items={choices}
      value={value}
      limit={mostShown}
      onValueChange={(choice: Choice | null) => onChange(choice?.id)}
      itemToStringLabel={({ name }: Choice) => name}
      isItemEqualToValue={(one: Choice, other: Choice) => one.id === other.id}
      {...(onType !== undefined && { onInputValueChange: onType, filter: null })}
    >
      <div className="filter">
        <label htmlFor={id}>{label}</label>
        <Combobox.Input id={id} placeholder={placeholder} />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="menu-place">
          <Combobox.Popup className="menu">
            <Combobox.Empty className="fine">{nothing}</Combobox.Empty>
            <Combobox.List className="menu-list">
              {(choice: Choice) => (
                <Combobox.Item key={choice.id} value={choice} className="menu-item">
                  {choice.name} <span className="fine">{choice.note}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

interface ModelFilterProps {
  readonly value: string | undefined;
  readonly models: readonly string[];
  readonly onChange: (model: string | undefined) => void;
}

/** A model by a part of its id. One that is not in the list any more stays as the address names it. */
export function ModelFilter({ value, models, onChange }: ModelFilterProps) {
  return (
    <ChoiceFilter
      label={texts.parts.model}
      placeholder={texts.parts.anyModel}
      nothing={texts.parts.noModel}
      value={value === undefined ? null : { id: value, name: value }}
      choices={models.map((id) => ({ id, name: id }))}
      onChange={onChange}
    />
  );
}

interface KeyFilterProps {
  /** The hash of the chosen key. */
  readonly value: string | undefined;
  readonly onChange: (hash: string | undefined) => void;
}

interface Key {
  readonly hash: string;
  readonly name: string;
  readonly label: string;
}

/** One key of any number of keys: the gateway searches. */
export function KeyFilter({ value, onChange }: KeyFilterProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = portico.listApiKeys.useQuery({
    params: { query: { limit: mostShown, ...(search === "" ? {} : { search }) } },
  });
  const { data: known } = portico.getApiKey.useQuery(
    { params: { path: { hash: value ?? "" } } },
    { enabled: value !== undefined },
  );
  const chosen = value === undefined ? null : choiceOf(known?.data ?? unknown(value));
  return (
    <ChoiceFilter
      label={texts.parts.key}
      placeholder={texts.parts.anyKey}
      nothing={texts.parts.noKey}
      value={chosen}
      choices={(data?.data ?? []).map(choiceOf)}
      onChange={onChange}
      onType={setTyped}
    />
  );
}

function unknown(hash: string): Key {
  return { hash, name: hash, label: "" };
}

function choiceOf({ hash, name, label }: Key) {
  return { id: hash, name, note: label };
}
