import type { DraftFields } from "../../parts/draft-form.tsx";
import { CheckInput, ChoiceInput, LinesInput, TextInput } from "../../parts/inputs.tsx";
import { texts } from "../../texts/texts.ts";
import type { WorkspaceDraft } from "./workspace-draft.ts";

const words = texts.workspaces.form;

type FieldsProps = DraftFields<WorkspaceDraft>;

export function WorkspaceFields(fields: FieldsProps) {
  return (
    <>
      <NameFields {...fields} />
      <RoutingFields {...fields} />
      <KeepingFields {...fields} />
    </>
  );
}

function NameFields({ field }: FieldsProps) {
  return (
    <>
      <TextInput label={words.name} isRequired {...field("name")} />
      <TextInput label={words.slug} hint={words.slugHint} {...field("slug")} />
      <LinesInput label={words.description} {...field("description")} />
    </>
  );
}

const sorts = ["price", "throughput", "latency", "exacto"] as const;

function RoutingFields({ field }: FieldsProps) {
  return (
    <div className="field-row">
      <ChoiceInput
        label={words.sort}
        hint={words.sortHint}
        {...field("default_provider_sort")}
        options={[
          { value: "", label: words.gatewaySorts },
          ...sorts.map((value) => ({ value, label: words.sorts[value] })),
        ]}
      />
      <TextInput label={words.model} placeholder="acme/writer" {...field("default_text_model")} />
    </div>
  );
}

/** What is kept of the workspace's requests, and who gets to know of them. */
function KeepingFields({ draft, change, mistake, field }: FieldsProps) {
  return (
    <fieldset>
      <legend>{words.keeping}</legend>
      <CheckInput
        label={words.logging}
        hint={words.loggingHint}
        {...field("is_observability_io_logging_enabled")}
      />
      {draft.is_observability_io_logging_enabled && (
        <TextInput
          label={words.sampled}
          hint={words.sampledHint}
          inputMode="decimal"
          value={draft.sampled_percent}
          error={mistake("io_logging_sampling_rate")}
          onChange={(percent) => change({ sampled_percent: percent })}
        />
      )}
      <CheckInput
        label={words.vectors}
        hint={words.vectorsHint}
        {...field("is_embeddings_cache_enabled")}
      />
      <CheckInput
        label={words.broadcast}
        hint={words.broadcastHint}
        {...field("is_observability_broadcast_enabled")}
      />
      <CheckInput
        label={words.discount}
        hint={words.discountHint}
        {...field("is_data_discount_logging_enabled")}
      />
    </fieldset>
  );
}
