import type { DraftFields } from "../../parts/draft-form.tsx";
import {
  CheckInput,
  ChoiceInput,
  LinesInput,
  ResetInput,
  TextInput,
  TimeInput,
} from "../../parts/inputs.tsx";
import { useWorkspaces } from "../../parts/workspaces.tsx";
import { texts } from "../../texts/texts.ts";
import { keyKinds } from "../searches.ts";
import type { KeyDraft } from "./key-draft.ts";

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
        options={keyKinds.map((value) => ({ value, label: texts.keys.kinds[value] }))}
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

type FieldsProps = DraftFields<KeyDraft>;

function LimitFields({ field }: FieldsProps) {
  return (
    <div className="field-row">
      <TextInput
        label={words.limit}
        hint={words.limitHint}
        inputMode="decimal"
        {...field("limit")}
      />
      <ResetInput hint={words.resetHint} {...field("limit_reset")} />
    </div>
  );
}

/** Most keys need none of these: they open on a click, and by themselves where one of them is set. */
function RightFields(props: FieldsProps) {
  const { draft, field } = props;
  const isOrdinary = draft.kind === "ordinary";
  return (
    <details className="more-fields" open={hasRights(draft) || undefined}>
      <summary>{words.rights}</summary>
      {isOrdinary ? <ModelFields {...props} /> : null}
      <LinesInput label={words.networks} hint={words.networksHint} {...field("allowed_networks")} />
      <Rates {...props} />
    </details>
  );
}

function hasRights(draft: FieldsProps["draft"]): boolean {
  return [
    draft.allowed_models,
    draft.allowed_providers,
    draft.allowed_networks,
    draft.requests_per_minute,
    draft.tokens_per_minute,
    draft.max_requests_in_flight,
    draft.max_output_tokens,
    draft.denies_data_collection,
    draft.zero_data_retention,
    draft.requires_end_user,
  ].some(Boolean);
}

function ModelFields({ field }: FieldsProps) {
  return (
    <>
      <LinesInput label={words.models} hint={words.modelsHint} {...field("allowed_models")} />
      <LinesInput
        label={words.providers}
        hint={words.providersHint}
        {...field("allowed_providers")}
      />
      <CheckInput
        label={words.denyCollection}
        hint={words.denyCollectionHint}
        {...field("denies_data_collection")}
      />
      <CheckInput
        label={words.zeroRetention}
        hint={words.zeroRetentionHint}
        {...field("zero_data_retention")}
      />
      <CheckInput
        label={words.requireEndUser}
        hint={words.requireEndUserHint}
        {...field("requires_end_user")}
      />
    </>
  );
}

const rates = [
  "requests_per_minute",
  "tokens_per_minute",
  "max_requests_in_flight",
  "max_output_tokens",
] as const;

function Rates({ draft, field }: FieldsProps) {
  const shown = draft.kind === "ordinary" ? rates : rates.slice(0, 1);
  return (
    <div className="field-row">
      {shown.map((name) => (
        <TextInput key={name} label={words[name]} inputMode="numeric" {...field(name)} />
      ))}
    </div>
  );
}
