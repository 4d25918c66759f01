import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { type RefObject, useRef, useState } from "react";
import { texts } from "../texts/texts.ts";
import { type Found, type FoundGroup, useFindings } from "./findings.ts";

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Goes anywhere by its name: screens, keys, models, requests, and the actions of the bar. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  // Given by the dialog, which then knows where the focus was before.
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className="popup dialog palette"
          aria-label={texts.palette.title}
          initialFocus={input}
        >
          <Finder input={input} onChosen={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FinderProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChosen: () => void;
}

function Finder({ input, onChosen }: FinderProps) {
  const [asked, setAsked] = useState("");
  const groups = useFindings(asked);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      value={asked}
      onValueChange={setAsked}
      itemToStringValue={(found: Found) => found.label}
    >
      <Autocomplete.Input
        ref={input}
        aria-label={texts.palette.title}
        placeholder={texts.palette.placeholder}
      />
      <Autocomplete.Empty className="fine">{texts.palette.nothing}</Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(group: FoundGroup) => <Findings key={group.label} group={group} onChosen={onChosen} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface FindingsProps {
  readonly group: FoundGroup;
  readonly onChosen: () => void;
}

function Findings({ group, onChosen }: FindingsProps) {
  const go = (found: Found) => {
    onChosen();
    found.go();
  };
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className="menu-label">{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(found: Found) => (
          <Autocomplete.Item
            key={found.id}
            value={found}
            className="menu-item"
            onClick={() => go(found)}
          >
            {found.label} <span className="fine">{found.note}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}
