import { useState } from "react";
import { Dialog } from "../../parts/dialog.tsx";
import { PlainFormDialog } from "../../parts/draft-form.tsx";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { fill } from "../../parts/words.ts";
import { changeOf } from "./entry-change.ts";
import { draftOf, type EntryDraft, shownOf } from "./entry-draft.ts";
import { type FieldSpec, forms, type Section } from "./entry-forms.ts";
import { EntryRows } from "./entry-rows.tsx";
import words from "./words.json" with { type: "json" };
import { pathOf, withEntry } from "./yaml-entry.ts";
import { readText } from "./yaml-lines.ts";

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  /** The label where there are several parts. */
  readonly several?: string;
  readonly options?: Readonly<Record<string, string>>;
}

interface FormWords {
  readonly one: string;
  readonly add: string;
  readonly lead: string;
  readonly name?: string;
  readonly nameHint?: string;
  readonly another?: string;
  readonly fields: Readonly<Record<string, FieldWords>>;
}

export const formWords: Readonly<Record<Section, FormWords>> = words.forms;

interface EntryDialogProps {
  readonly place: { readonly section: Section; readonly name: string | null };
  readonly text: string;
  readonly onClose: () => void;
  /** Gets the text with the entry. */
  readonly onChange: (text: string) => void;
}

/** One form for a new entry and for one that is there. */
export function EntryDialog(props: EntryDialogProps) {
  const { place, text, onClose } = props;
  const [document] = useState(() => readText(text));
  if (document === null)
    return (
      <Dialog open onClose={onClose} title={formWords[place.section].one}>
        <p>{words.noYaml}</p>
      </Dialog>
    );
  const path = pathOf(document, place);
  const value: unknown = path === null ? undefined : document.toJS({ maxAliasCount: 100 });
  return (
    <EntryForm {...props} isNew={path === null} value={path?.reduce<unknown>(inside, value)} />
  );
}

function inside(value: unknown, name: string | number): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) ?? null) : null;
}

interface EntryFormProps extends EntryDialogProps {
  readonly isNew: boolean;
  /** Undefined for a new one. */
  readonly value: unknown;
}

/** Whether what is needed is there, and each number is one. */
function isComplete(section: Section, { texts, rows }: EntryDraft): boolean {
  const { fields, rows: spec } = forms[section];
  const fits = ({ at, kind, isNeeded = false }: FieldSpec, given: EntryDraft["texts"]) => {
    const text = given[at] ?? "";
    if (text === "") return !isNeeded;
    return kind !== "number" || /^(null|\d+(\.\d+)?|\$\{.+\})$/.test(text);
  };
  const parts = shownOf(spec?.fields ?? [], texts);
  return (
    shownOf(fields, texts).every((field) => fits(field, texts)) &&
    rows.every((row) => parts.every((field) => fits(field, row.texts)))
  );
}

/** A provider without a name has that of its kind. */
function unnamed(section: Section, { texts }: EntryDraft): string {
  return section === "providers" ? (texts["kind"] ?? "") : "";
}

function EntryForm({ place, text, onClose, onChange, isNew, value }: EntryFormProps) {
  const { section } = place;
  const spec = forms[section];
  const said = formWords[section];
  const [draft, setDraft] = useState(() => draftOf(spec, value));
  const [typed, setTyped] = useState(place.name ?? "");
  const [refusal, setRefusal] = useState<string>();
  const name = typed === "" ? unnamed(section, draft) : typed;
  const submit = () => {
    const named = place.name === null ? null : isNew ? name : place.name;
    const changed = withEntry(text, { section, name: named }, changeOf(spec, draft));
    if (changed === null) return setRefusal(words.byReference);
    onChange(changed);
    onClose();
  };
  const title = isNew ? said.add : fill(words.changeOne, { name: place.name ?? said.one });
  return (
    <PlainFormDialog
      title={title}
      lead={isNew ? said.lead : words.stays}
      onClose={onClose}
      verb={isNew ? words.addText : words.changeText}
      sending={{ isPending: false, error: null }}
      isReady={(place.name === null || name !== "") && isComplete(section, draft)}
      onSubmit={submit}
    >
      {isNew && place.name !== null && (
        <TextInput
          label={said.name ?? ""}
          hint={said.nameHint}
          placeholder={name}
          value={typed}
          onChange={setTyped}
        />
      )}
      {shownOf(spec.fields, draft.texts).map((field) => (
        <EntryField
          key={field.at}
          {...{ field, isNew }}
          said={said.fields[field.at]}
          value={draft.texts[field.at] ?? ""}
          onChange={(changed) =>
            setDraft({ ...draft, texts: { ...draft.texts, [field.at]: changed } })
          }
        />
      ))}
      <Parts {...{ section, draft, setDraft }} />
      {refusal !== undefined && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </PlainFormDialog>
  );
}

interface PartsProps {
  readonly section: Section;
  readonly draft: EntryDraft;
  readonly setDraft: (draft: EntryDraft) => void;
}

function Parts({ section, draft, setDraft }: PartsProps) {
  const { rows: spec } = forms[section];
  const { fields, another = "" } = formWords[section];
  if (spec === undefined) return null;
  const { rows, texts } = draft;
  const isSeveral = rows.length > 1;
  const shown = shownOf(spec.fields, texts).filter(({ isOfSeveral }) => isSeveral || !isOfSeveral);
  return (
    <EntryRows
      {...{ rows, spec, another }}
      onChange={(changed) => setDraft({ ...draft, rows: changed })}
    >
      {(inputOf, index) =>
        shown.map((field) => {
          const said = fields[field.at];
          const label = (isSeveral && said?.several) || said?.label;
          return (
            <EntryField
              key={field.at}
              field={field}
              // One explanation of a field is enough.
              said={isSeveral && said ? { ...said, hint: "" } : said}
              isNew={rows[index]?.at === null}
              label={fill(label ?? field.at, { number: index + 1 })}
              {...inputOf(field.at)}
            />
          );
        })
      }
    </EntryRows>
  );
}

interface EntryFieldProps {
  readonly field: FieldSpec;
  readonly said: FieldWords | undefined;
  readonly label?: string | undefined;
  readonly isNew: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function EntryField({ field, said, isNew, ...given }: EntryFieldProps) {
  const { options, kind } = field;
  const { label = said?.label ?? field.at, value, onChange } = given;
  const props = { label, hint: said?.hint || undefined, value, onChange };
  if (options === undefined)
    return (
      <TextInput
        {...props}
        type={kind === "secret" ? "password" : "text"}
        {...(kind === "secret" && !isNew && { placeholder: words.kept })}
        {...(kind === "number" && { inputMode: "decimal" as const })}
      />
    );
  const all = options.includes(value) ? options : [value, ...options];
  return (
    <ChoiceInput
      {...props}
      options={all.map((one) => ({
        value: one,
        label: one === "" ? words.unset : (said?.options?.[one] ?? one),
      }))}
    />
  );
}
