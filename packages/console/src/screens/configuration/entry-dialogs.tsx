import { useState } from "react";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import words from "./words.json" with { type: "json" };
import { withModel, withProvider } from "./yaml-entry.ts";

interface DialogProps {
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
const idle = { isPending: false, error: null };

export function AddProvider({ text, onClose, onAdd }: DialogProps) {
  const [draft, setDraft] = useState({ name: "", kind: "openai", secret: "", url: "" });
  const [refusal, setRefusal] = useState<string>();
  const set = (name: keyof typeof draft) => (value: string) =>
    setDraft({ ...draft, [name]: value });
  const name = draft.name === "" ? draft.kind : draft.name;
  const isAddressed = draft.kind === "openai-compatible" || draft.kind === "ollama";
  const add = () => {
    const added = withProvider(text, { ...draft, name });
    if (added === null) return setRefusal(fill(words.inOneLine, { section: "providers" }));
    onAdd(added);
    onClose();
  };
  return (
    <PlainFormDialog
      title={words.provider.title}
      lead={words.provider.lead}
      onClose={onClose}
      verb={words.provider.add}
      sending={idle}
      isReady={draft.kind !== "openai-compatible" || draft.url !== ""}
      onSubmit={add}
    >
      <ChoiceInput
        label={words.provider.kind}
        value={draft.kind}
        onChange={set("kind")}
        options={kinds.map((value) => ({ value, label: value }))}
      />
      <TextInput
        label={words.provider.name}
        hint={words.provider.nameHint}
        placeholder={draft.kind}
        value={draft.name}
        onChange={set("name")}
        error={refusal}
      />
      <TextInput
        label={words.provider.secret}
        hint={words.provider.secretHint}
        type="password"
        value={draft.secret}
        onChange={set("secret")}
      />
      {isAddressed && (
        <TextInput
          label={words.provider.url}
          hint={words.provider.urlHint}
          value={draft.url}
          onChange={set("url")}
        />
      )}
    </PlainFormDialog>
  );
}

const modelKinds = ["text", "embedding", "rerank"] as const;

export function AddModel({ text, onClose, onAdd }: DialogProps) {
  const [draft, setDraft] = useState({
    id: "",
    kind: "text",
    provider: "",
    upstream: "",
    context: "128000",
    dimensions: "1536",
    input: "",
    output: "",
  });
  const [refusal, setRefusal] = useState<string>();
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  const add = () => {
    const added = withModel(text, draft);
    if (added === null) return setRefusal(fill(words.inOneLine, { section: "models" }));
    onAdd(added);
    onClose();
  };
  const needed = [draft.id, draft.provider, draft.upstream, draft.input];
  return (
    <PlainFormDialog
      title={words.model.title}
      lead={words.model.lead}
      onClose={onClose}
      verb={words.model.add}
      sending={idle}
      isReady={needed.every((value) => value !== "") && /^[1-9]\d*$/.test(draft.context)}
      onSubmit={add}
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
