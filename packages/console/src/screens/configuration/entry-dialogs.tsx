import { useState } from "react";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import { EntryRows } from "./entry-rows.tsx";
import words from "./words.json" with { type: "json" };
import { type NewKey, nameOfKey, withModel, withProvider } from "./yaml-entry.ts";

export interface DialogProps {
  readonly text: string;
  readonly onClose: () => void;
  /** Gets the text with the new entry. */
  readonly onAdd: (text: string) => void;
}

/** Kinds that need an address or a key alone. Others are written into the text. */
const kinds = [
  "openai",
  "anthropic",
  "gemini",
  "mistral",
  "cohere",
  "voyage",
  "openai-compatible",
  "ollama",
];
export const idle = { isPending: false, error: null };

/** What is written into a dialog, and what is said where the text cannot take it. */
export function useEntry<Draft extends Readonly<Record<string, string>>>(
  { onClose, onAdd }: DialogProps,
  section: string,
  empty: Draft,
) {
  const [draft, setDraft] = useState(empty);
  const [refusal, setRefusal] = useState<string>();
  return {
    draft,
    refusal,
    field: (name: keyof Draft & string) => ({
      value: draft[name] ?? "",
      onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    }),
    /** Null: the section is written in a way that has no place for an entry. */
    add(added: string | null) {
      if (added === null) return setRefusal(fill(words.inOneLine, { section }));
      onAdd(added);
      onClose();
    },
  };
}

export function AddProvider(props: DialogProps) {
  const empty = { name: "", kind: "openai", url: "", models: "", unpriced: "refuse" };
  const { draft, refusal, field, add } = useEntry(props, "providers", empty);
  const [keys, setKeys] = useState<readonly NewKey[]>([emptyKey]);
  const name = draft.name === "" ? draft.kind : draft.name;
  const isAddressed = draft.kind === "openai-compatible" || draft.kind === "ollama";
  return (
    <PlainFormDialog
      title={words.provider.title}
      lead={words.provider.lead}
      onClose={props.onClose}
      verb={words.provider.add}
      sending={idle}
      isReady={
        (draft.kind !== "openai-compatible" || draft.url !== "") &&
        keys.every(({ weight }) => isWeight(weight))
      }
      onSubmit={() => add(withProvider(props.text, { ...draft, name, keys }))}
    >
      <ChoiceInput
        label={words.provider.kind}
        {...field("kind")}
        options={kinds.map((value) => ({ value, label: value }))}
      />
      <TextInput
        label={words.provider.name}
        hint={words.provider.nameHint}
        placeholder={draft.kind}
        {...field("name")}
        error={refusal}
      />
      <KeyInputs keys={keys} onChange={setKeys} />
      {isAddressed && (
        <TextInput label={words.provider.url} hint={words.provider.urlHint} {...field("url")} />
      )}
      <TextInput
        label={words.provider.models}
        hint={words.provider.modelsHint}
        {...field("models")}
      />
      {draft.models !== "" && (
        <ChoiceInput
          label={words.provider.unpriced}
          options={(["refuse", "allow"] as const).map((value) => ({
            value,
            label: words.provider.unpricedChoices[value],
          }))}
          {...field("unpriced")}
        />
      )}
    </PlainFormDialog>
  );
}

const emptyKey: NewKey = { name: "", secret: "", weight: "" };

/** As the configuration takes a share; empty for 1. */
export function isWeight(text: string): boolean {
  const share = Number(text);
  return text === "" || (/^\d+(\.\d+)?$/.test(text) && share > 0 && share <= 1_000_000);
}

interface KeyInputsProps {
  readonly keys: readonly NewKey[];
  readonly onChange: (keys: readonly NewKey[]) => void;
}

/** One credential, or several that share the sessions. */
function KeyInputs({ keys, onChange }: KeyInputsProps) {
  const { secret, secretOf, secretHint, keyName, weight, another } = words.provider;
  const isPool = keys.length > 1;
  return (
    <EntryRows rows={keys} empty={emptyKey} {...{ another, onChange }}>
      {(inputOf, index) => {
        const number = index + 1;
        return (
          <>
            <TextInput
              label={index === 0 ? secret : fill(secretOf, { number })}
              hint={isPool ? undefined : secretHint}
              type="password"
              {...inputOf("secret")}
            />
            {isPool && (
              <>
                <TextInput
                  label={fill(keyName, { number })}
                  placeholder={nameOfKey(index)}
                  {...inputOf("name")}
                />
                <TextInput
                  label={fill(weight, { number })}
                  inputMode="decimal"
                  placeholder="1"
                  {...inputOf("weight")}
                />
              </>
            )}
          </>
        );
      }}
    </EntryRows>
  );
}

const modelKinds = ["text", "embedding", "rerank"] as const;

const emptyModel = {
  id: "",
  kind: "text",
  provider: "",
  upstream: "",
  context: "128000",
  dimensions: "1536",
  input: "",
  output: "",
};

export function AddModel(props: DialogProps) {
  const { draft, refusal, field, add } = useEntry(props, "models", emptyModel);
  const needed = [draft.id, draft.provider, draft.upstream, draft.input];
  return (
    <PlainFormDialog
      title={words.model.title}
      lead={words.model.lead}
      onClose={props.onClose}
      verb={words.model.add}
      sending={idle}
      isReady={needed.every((value) => value !== "") && /^[1-9]\d*$/.test(draft.context)}
      onSubmit={() => add(withModel(props.text, draft))}
    >
      <TextInput
        label={words.model.id}
        hint={words.model.idHint}
        error={refusal}
        {...field("id")}
      />
      <ChoiceInput
        label={words.model.kind}
        options={modelKinds.map((value) => ({ value, label: words.model.kinds[value] }))}
        {...field("kind")}
      />
      <TextInput label={words.model.provider} {...field("provider")} />
      <TextInput label={words.model.upstream} {...field("upstream")} />
      <TextInput label={words.model.context} inputMode="numeric" {...field("context")} />
      {draft.kind === "embedding" && (
        <TextInput label={words.model.dimensions} inputMode="numeric" {...field("dimensions")} />
      )}
      <TextInput label={words.model.input} inputMode="decimal" {...field("input")} />
      {draft.kind === "text" && (
        <TextInput label={words.model.output} inputMode="decimal" {...field("output")} />
      )}
    </PlainFormDialog>
  );
}
