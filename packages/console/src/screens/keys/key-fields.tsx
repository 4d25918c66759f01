import { ChoiceInput, TextInput } from "../../parts/inputs.tsx";
import { TimeInput } from "../../parts/time-input.tsx";
import { useWorkspaces } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { type FieldsProps, LimitFields, RightFields } from "./key-form-fields.tsx";

const words = texts.keys.form;

interface KeyFieldsProps extends FieldsProps {
  /** Whether the key exists: its kind and its workspace stay as they are. */
  readonly isChange?: boolean;
}

export function KeyFields({ isChange = false, ...fields }: KeyFieldsProps) {
  const { draft, change, mistake } = fields;
  return (
    <>
      <TextInput
        label={texts.keys.name}
        isRequired
        value={draft.name}
        error={mistake("name")}
        onChange={(name) => change({ name })}
      />
      {!isChange && <Place {...fields} />}
      {draft.kind === "management" ? <ScopeField {...fields} /> : <LimitFields {...fields} />}
      <RightFields {...fields} />
      <TimeInput
        label={words.expires}
        hint={words.expiresHint}
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
    </>
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
