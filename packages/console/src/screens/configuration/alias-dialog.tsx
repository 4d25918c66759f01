import { useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { TextInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import { type DialogProps, idle, isWeight, useEntry } from "./entry-dialogs.tsx";
import words from "./words.json" with { type: "json" };
import { withAlias } from "./yaml-entry.ts";

const none = { id: "", weight: "" };
const mostModels = 8;

/** Another name for a model, or for several by weight. */
export function AddAlias(props: DialogProps) {
  const { draft, refusal, field, add } = useEntry(props, "aliases", { name: "" });
  const [models, setModels] = useState([none]);
  const inputOf = (name: "id" | "weight", index: number) => ({
    value: models[index]?.[name] ?? "",
    onChange: (value: string) =>
      setModels(models.map((one, at) => (at === index ? { ...one, [name]: value } : one))),
  });
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
      {models.map((_, index) => {
        const number = index + 1;
        return (
          // Models are added at the end alone, and never go.
          <div key={number} className="entry-row">
            <TextInput label={fill(model, { number })} {...inputOf("id", index)} />
            {models.length > 1 && (
              <TextInput
                label={fill(weight, { number })}
                inputMode="decimal"
                placeholder="1"
                {...inputOf("weight", index)}
              />
            )}
          </div>
        );
      })}
      {models.length < mostModels && (
        <p>
          <Button kind="quiet" onClick={() => setModels([...models, none])}>
            {another}
          </Button>
        </p>
      )}
    </PlainFormDialog>
  );
}
