import { Field } from "../../parts/field.tsx";
import { ChoiceInput } from "../../parts/inputs.tsx";
import { texts } from "../../texts/texts.ts";
import type { Draft } from "./draft.ts";
import type { Question } from "./wire.ts";

const words = texts.playground;
const efforts = ["low", "medium", "high"] as const;

interface QuestionFieldsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function QuestionFields({ draft, onChange }: QuestionFieldsProps) {
  const { question } = draft;
  const change = (changes: Partial<Question>) =>
    onChange({ ...draft, question: { ...question, ...changes } });
  return (
    <>
      <Field label={words.prompt}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            required
            value={question.prompt}
            onChange={({ target }) => change({ prompt: target.value })}
          />
        )}
      </Field>
      <Field label={words.instructions}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={question.instructions}
            onChange={({ target }) => change({ instructions: target.value })}
          />
        )}
      </Field>
      <div className="playground-numbers">
        <NumberField label={words.maxTokens} {...{ question, change }} name="maxTokens" min={1} />
        <NumberField
          label={words.temperature}
          {...{ question, change }}
          name="temperature"
          max={2}
        />
        <NumberField label={words.topP} {...{ question, change }} name="topP" max={1} />
        <ChoiceInput
          label={words.effort}
          value={question.effort ?? ""}
          options={[
            { value: "", label: words.usual },
            ...efforts.map((value) => ({ value, label: words.efforts[value] })),
          ]}
          onChange={(effort) => change({ effort: effort || undefined })}
        />
      </div>
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly name: "maxTokens" | "temperature" | "topP";
  readonly question: Question;
  readonly change: (changes: Partial<Question>) => void;
  readonly min?: number;
  readonly max?: number;
}

function NumberField({ label, name, question, change, min = 0, max }: NumberFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={min}
          max={max}
          step={name === "maxTokens" ? 1 : 0.1}
          placeholder={words.usual}
          value={question[name] ?? ""}
          onChange={({ target }) =>
            change({ [name]: target.value === "" ? undefined : target.valueAsNumber })
          }
        />
      )}
    </Field>
  );
}
