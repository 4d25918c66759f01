import { Combobox } from "@base-ui/react/combobox";
import { useDeferredValue, useId, useState } from "react";
import { portico } from "../app/portico.ts";
import { texts } from "../texts/texts.ts";

interface KeyFilterProps {
  /** The hash of the chosen key. */
  readonly value: string | undefined;
  readonly onChange: (hash: string | undefined) => void;
}

interface Choice {
  readonly hash: string;
  readonly name: string;
  readonly label: string;
}

const mostShown = 20;

/** One key of any number of keys: the gateway searches. */
export function KeyFilter({ value, onChange }: KeyFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data } = portico.listApiKeys.useQuery({
    params: { query: { limit: mostShown, ...(search === "" ? {} : { search }) } },
  });
  const { data: known } = portico.getApiKey.useQuery(
    { params: { path: { hash: value ?? "" } } },
    { enabled: value !== undefined },
  );
  const chosen: Choice | null =
    value === undefined ? null : (known?.data ?? { hash: value, name: value, label: "" });
  return (
    <Combobox.Root
      items={data?.data ?? []}
      value={chosen}
      onValueChange={(choice: Choice | null) => onChange(choice?.hash)}
      onInputValueChange={setTyped}
      filter={null}
      itemToStringLabel={({ name }: Choice) => name}
      isItemEqualToValue={(one: Choice, other: Choice) => one.hash === other.hash}
    >
      <div className="filter">
        <label htmlFor={id}>{texts.parts.key}</label>
        <Combobox.Input id={id} placeholder={texts.parts.anyKey} />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="menu-place">
          <Combobox.Popup className="menu">
            <Combobox.Empty className="fine">{texts.parts.noKey}</Combobox.Empty>
            <Combobox.List className="menu-list">
              {(choice: Choice) => (
                <Combobox.Item key={choice.hash} value={choice} className="menu-item">
                  {choice.name} <span className="fine">{choice.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
