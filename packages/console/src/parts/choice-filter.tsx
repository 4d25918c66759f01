import { Combobox } from "@base-ui/react/combobox";
import { useId } from "react";
import { texts } from "../texts/texts.ts";

export interface Choice {
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
export function ChoiceFilter(props: ChoiceFilterProps) {
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
