import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Name extends string> {
  readonly value: Name;
  readonly onChange: (name: Name) => void;
  readonly tabs: readonly {
    readonly name: Name;
    readonly label: string;
    readonly body: ReactNode;
  }[];
}

export function Tabs<Name extends string>({ value, onChange, tabs }: TabsProps<Name>) {
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
