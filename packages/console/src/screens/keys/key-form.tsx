import { type SyntheticEvent, useState } from "react";
import { ownZone } from "../../app/settings.ts";
import { Button } from "../../parts/buttons.tsx";
import { fill } from "../../parts/fill.ts";
import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { Failure } from "../../parts/states.tsx";
import { useMistakes } from "../../parts/use-mistakes.ts";
import { useWorkspaces } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import type { Checked, KeyDraft } from "./key-draft.ts";
import { type FieldsProps, LimitFields, RightFields } from "./key-form-fields.tsx";

const words = texts.keys.form;

interface KeyFormProps<Body> {
  readonly start: KeyDraft;
  /** Whether the key exists: its kind and its workspace stay as they are. */
  readonly isChange?: boolean;
  readonly check: (draft: KeyDraft) => Checked<Body>;
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (body: Body) => void;
  readonly onCancel: () => void;
}

export function KeyForm<Body>(props: KeyFormProps<Body>) {
  const { start, isChange = false, check, verb, isBusy, error, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(start);
  const mistakes = useMistakes(error);
  const change = (changed: Partial<KeyDraft>) => setDraft({ ...draft, ...changed });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const checked = check(draft);
    mistakes.show(checked.mistakes);
    if (checked.body !== null) onSubmit(checked.body);
  };
  const mistake = mistakes.of;
  return (
    <form ref={mistakes.form} onSubmit={submit} noValidate>
      <TextInput
        label={texts.keys.name}
        isRequired
        value={draft.name}
        error={mistake("name")}
        onChange={(name) => change({ name })}
      />
      {!isChange && <Place draft={draft} change={change} mistake={mistake} />}
      {draft.kind === "management" ? (
        <ScopeField draft={draft} change={change} mistake={mistake} />
      ) : (
        <LimitFields draft={draft} change={change} mistake={mistake} />
      )}
      <RightFields draft={draft} change={change} mistake={mistake} />
      <TextInput
        label={words.expires}
        hint={fill(words.expiresHint, { zone: ownZone })}
        type="datetime-local"
        value={draft.expires_at}
        error={mistake("expires_at")}
        onChange={(at) => change({ expires_at: at })}
      />
      <TextInput
        label={words.owner}
        hint={words.ownerHint}
        inputMode="email"
        value={draft.owner_email}
        error={mistake("owner_email")}
        onChange={(address) => change({ owner_email: address })}
      />
      {error !== null && <Failure error={error} />}
      {mistakes.hasAny && (
        <p className="field-error" role="alert">
          {texts.parts.mistakes.someFields}
        </p>
      )}
      <div className="actions">
        <Button onClick={onCancel}>{texts.parts.cancel}</Button>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}

function Place({ draft, change, mistake }: FieldsProps) {
  const workspaces = useWorkspaces();
  return (
    <>
      <ChoiceInput
        label={texts.keys.kind}
        hint={words.kindHints[draft.kind]}
        value={draft.kind}
        options={[
          { value: "ordinary", label: texts.keys.kinds.ordinary },
          { value: "management", label: texts.keys.kinds.management },
        ]}
        onChange={(kind) => change({ kind: kind === "management" ? "management" : "ordinary" })}
      />
      {workspaces.length > 1 && (
        <ChoiceInput
          label={texts.parts.workspace}
          value={draft.workspace_id}
          error={mistake("workspace_id")}
          options={[
            { value: "", label: words.ownWorkspace },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ workspace_id: id })}
        />
      )}
    </>
  );
}

function ScopeField({ draft, change, mistake }: FieldsProps) {
  return (
    <ChoiceInput
      label={words.scope}
      value={draft.scope}
      error={mistake("scope")}
      options={(["all", "read_only", "spend"] as const).map((value) => ({
        value,
        label: texts.keys.scopes[value],
      }))}
      onChange={(scope) => change({ scope })}
    />
  );
}
