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
  const { draft, field } = fields;
  return (
    <>
      <TextInput label={texts.keys.name} isRequired {...field("name")} />
      {!isChange && <Place {...fields} />}
      {draft.kind === "management" ? <ScopeField {...fields} /> : <LimitFields {...fields} />}
      <RightFields {...fields} />
      <TimeInput label={words.expires} hint={words.expiresHint} {...field("expires_at")} />
      <TextInput
        label={words.owner}
        hint={words.ownerHint}
        inputMode="email"
        {...field("owner_email")}
      />
    </>
  );
}

function Place({ draft, change, field }: FieldsProps) {
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
          {...field("workspace_id")}
          options={[
            { value: "", label: words.ownWorkspace },
            ...workspaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}

function ScopeField({ field }: FieldsProps) {
  return (
    <ChoiceInput
      label={words.scope}
      {...field("scope")}
      options={(["all", "read_only", "spend"] as const).map((value) => ({
        value,
        label: texts.keys.scopes[value],
      }))}
    />
  );
}
