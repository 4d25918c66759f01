import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly body: ReactNode;
}

interface TabsProps<Name extends string> {
  readonly value: Name;
  readonly onChange: (name: Name) => void;
  /** False: one that this session may not see. */
  readonly tabs: readonly (Tab<Name> | false)[];
}

export function Tabs<Name extends string>({ value, onChange, tabs: all }: TabsProps<Name>) {
  const tabs = all.filter((tab) => tab !== false);
  const change = (name: unknown) => {
    const tab = tabs.find((candidate) => candidate.name === name);
    if (tab !== undefined) onChange(tab.name);
  };
  return (
    <Base.Root value={value} onValueChange={change} className="tabs">
      <Base.List className="tab-list">
        {tabs.map(({ name, label }) => (
          <Base.Tab key={name} value={name} className="tab">
            {label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ name, body }) => (
        <Base.Panel key={name} value={name} className="tab-panel">
          {body}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
