import type { Schema } from "@portico/client";
import { createWorkspaceBody, updateWorkspaceBody } from "@portico/react-query/forms";
import { type Checked, checked, typedNumber, typedText } from "../../parts/typed.ts";

type Workspace = Schema<"Workspace">;

/** A workspace's form as it is typed. */
export type WorkspaceDraft = Readonly<typeof emptyDraft>;

export const emptyDraft = {
  name: "",
  slug: "",
  description: "",
  default_text_model: "",
  default_provider_sort: "",
  is_observability_io_logging_enabled: false,
  /** Of a hundred requests. */
  sampled_percent: "100",
  is_observability_broadcast_enabled: false,
  is_embeddings_cache_enabled: false,
  is_data_discount_logging_enabled: false,
};

export function draftOf(workspace: Workspace): WorkspaceDraft {
  return {
    name: workspace.name,
    slug: workspace.slug,
    description: workspace.description ?? "",
    default_text_model: workspace.default_text_model ?? "",
    default_provider_sort: workspace.default_provider_sort ?? "",
    is_observability_io_logging_enabled: workspace.is_observability_io_logging_enabled,
    sampled_percent: String(Math.round(workspace.io_logging_sampling_rate * 1e6) / 1e4),
    is_observability_broadcast_enabled: workspace.is_observability_broadcast_enabled,
    is_embeddings_cache_enabled: workspace.is_embeddings_cache_enabled === true,
    is_data_discount_logging_enabled: workspace.is_data_discount_logging_enabled,
  };
}

export function bodyOfNew(draft: WorkspaceDraft): Checked<Schema<"CreateWorkspaceRequest">> {
  const slug = typedText(draft.slug);
  return checked(
    createWorkspaceBody.safeParse({
      ...fieldsOf(draft),
      // Without a slug, the gateway makes one of the name.
      ...(slug === null ? {} : { slug }),
    }),
  );
}

/** Only what differs: another administrator's change to another field is not undone. */
export function bodyOfChange(
  draft: WorkspaceDraft,
  workspace: Workspace,
): Checked<Schema<"UpdateWorkspaceRequest">> {
  const before: Readonly<Record<string, unknown>> = sent(draftOf(workspace));
  const changed = Object.entries(sent(draft)).filter(([name, value]) => value !== before[name]);
  return checked(updateWorkspaceBody.safeParse(Object.fromEntries(changed)));
}

function sent(draft: WorkspaceDraft) {
  return { ...fieldsOf(draft), slug: draft.slug.trim() };
}

function fieldsOf(draft: WorkspaceDraft) {
  const percent = typedNumber(draft.sampled_percent) ?? Number.NaN;
  return {
    name: draft.name.trim(),
    description: typedText(draft.description),
    default_text_model: typedText(draft.default_text_model),
    default_provider_sort: typedText(draft.default_provider_sort),
    is_observability_io_logging_enabled: draft.is_observability_io_logging_enabled,
    io_logging_sampling_rate: Math.round(percent * 1e4) / 1e6,
    is_observability_broadcast_enabled: draft.is_observability_broadcast_enabled,
    is_embeddings_cache_enabled: draft.is_embeddings_cache_enabled,
    is_data_discount_logging_enabled: draft.is_data_discount_logging_enabled,
  };
}
