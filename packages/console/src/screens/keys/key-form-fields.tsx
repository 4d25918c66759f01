import type { DraftFields } from "../../parts/draft-form.tsx";
import { CheckInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import { ResetInput } from "../../parts/reset-input.tsx";
import { texts } from "../../texts/texts.ts";
import type { KeyDraft } from "./key-draft.ts";

const words = texts.keys.form;

export type FieldsProps = DraftFields<KeyDraft>;

export function LimitFields({ field }: FieldsProps) {
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
export function RightFields(props: FieldsProps) {
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

function ModelFields({ draft, change, field }: FieldsProps) {
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
        isChecked={draft.denies_data_collection}
        onChange={(denies) => change({ denies_data_collection: denies })}
      />
      <CheckInput
        label={words.zeroRetention}
        hint={words.zeroRetentionHint}
        isChecked={draft.zero_data_retention}
        onChange={(zero) => change({ zero_data_retention: zero })}
      />
      <CheckInput
        label={words.requireEndUser}
        hint={words.requireEndUserHint}
        isChecked={draft.requires_end_user}
        onChange={(requires) => change({ requires_end_user: requires })}
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
