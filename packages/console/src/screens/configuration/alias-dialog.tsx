import { useState } from "react";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import { type DialogProps, idle, isWeight, useEntry } from "./entry-dialogs.tsx";
import { EntryRows } from "./entry-rows.tsx";
import words from "./words.json" with { type: "json" };
import { withAlias } from "./yaml-entry.ts";

const none = { id: "", weight: "" };

/** Another name for a model, or for several by weight. */
export function AddAlias(props: DialogProps) {
  const { draft, refusal, field, add } = useEntry(props, "aliases", { name: "" });
  const [models, setModels] = useState<readonly (typeof none)[]>([none]);
  const isReady =
    draft.name !== "" &&
    models.some(({ id }) => id !== "") &&
    models.every(({ weight }) => isWeight(weight));
  const { title, lead, add: verb, another, name, nameHint, model, weight } = words.alias;
  return (
    <PlainFormDialog
      {...{ title, lead, verb, isReady }}
      onClose={props.onClose}
      sending={idle}
      onSubmit={() => add(withAlias(props.text, { ...draft, models }))}
    >
      <TextInput label={name} hint={nameHint} error={refusal} {...field("name")} />
      <EntryRows rows={models} empty={none} another={another} onChange={setModels}>
        {(inputOf, index) => (
          <>
            <TextInput label={fill(model, { number: index + 1 })} {...inputOf("id")} />
            {models.length > 1 && (
              <TextInput
                label={fill(weight, { number: index + 1 })}
                inputMode="decimal"
                placeholder="1"
                {...inputOf("weight")}
              />
            )}
          </>
        )}
      </EntryRows>
    </PlainFormDialog>
  );
}
