import type { Schema } from "@portico/client";
import { createApiKeyBody, updateApiKeyBody } from "@portico/react-query/forms";
import { type Checked, checked, typedLines, typedNumber, typedText } from "../../parts/typed.ts";

type Key = Schema<"ApiKey">;
export type CreateBody = Schema<"CreateApiKeyRequest">;
type UpdateBody = Schema<"UpdateApiKeyRequest">;

/** A key's form as it is typed. */
export type KeyDraft = Readonly<typeof emptyDraft>;

export const emptyDraft = {
  name: "",
  kind: "ordinary" as Key["kind"],
  workspace_id: "",
  limit: "",
  limit_reset: "",
  requests_per_minute: "",
  tokens_per_minute: "",
  max_requests_in_flight: "",
  max_output_tokens: "",
  allowed_models: "",
  allowed_providers: "",
  allowed_networks: "",
  denies_data_collection: false,
  zero_data_retention: false,
  requires_end_user: false,
  scope: "all",
  expires_at: "",
  owner_email: "",
};

export function draftOf(key: Key): KeyDraft {
  const number = (value: number | null) => (value === null ? "" : String(value));
  const lines = (value: readonly string[] | null) => value?.join("\n") ?? "";
  return {
    name: key.name,
    kind: key.kind,
    workspace_id: key.workspace_id,
    limit: number(key.limit),
    limit_reset: key.limit_reset ?? "",
    requests_per_minute: number(key.requests_per_minute),
    tokens_per_minute: number(key.tokens_per_minute),
    max_requests_in_flight: number(key.max_requests_in_flight),
    max_output_tokens: number(key.max_output_tokens),
    allowed_models: lines(key.allowed_models),
    allowed_providers: lines(key.allowed_providers),
    allowed_networks: lines(key.allowed_networks),
    denies_data_collection: key.data_collection === "deny",
    zero_data_retention: key.zero_data_retention,
    requires_end_user: key.requires_end_user,
    scope: key.scope,
    expires_at: key.expires_at ?? "",
    owner_email: key.owner_email ?? "",
  };
}

/** What is in the form, by the names of the contract. Only what a kind of key has. */
function valuesOf(draft: KeyDraft): Readonly<Record<string, unknown>> {
  const shared = {
    name: draft.name.trim(),
    expires_at: draft.expires_at || null,
    owner_email: typedText(draft.owner_email),
    requests_per_minute: typedNumber(draft.requests_per_minute),
    allowed_networks: typedLines(draft.allowed_networks),
  };
  if (draft.kind === "management") return { ...shared, scope: draft.scope };
  return {
    ...shared,
    limit: typedNumber(draft.limit),
    limit_reset: draft.limit_reset || null,
    tokens_per_minute: typedNumber(draft.tokens_per_minute),
    max_requests_in_flight: typedNumber(draft.max_requests_in_flight),
    max_output_tokens: typedNumber(draft.max_output_tokens),
    allowed_models: typedLines(draft.allowed_models),
    allowed_providers: typedLines(draft.allowed_providers),
    data_collection: draft.denies_data_collection ? "deny" : null,
    zero_data_retention: draft.zero_data_retention,
    requires_end_user: draft.requires_end_user,
  };
}

/** The body of a new key. What was left empty is left out, so that the gateway's own defaults count. */
export function bodyOfNew(draft: KeyDraft): Checked<CreateBody> {
  const values: Readonly<Record<string, unknown>> = {
    ...valuesOf(draft),
    kind: draft.kind,
    workspace_id: draft.workspace_id || null,
  };
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== false);
  return checked(createApiKeyBody.safeParse(Object.fromEntries(filled)));
}

/** What differs from the key as it was when the form was opened, so that no one else's change is taken back. */
export function bodyOfChange(draft: KeyDraft, before: Key): Checked<UpdateBody> {
  const old = valuesOf(draftOf(before));
  const changed = Object.entries(valuesOf(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field]),
  );
  return checked(updateApiKeyBody.safeParse(Object.fromEntries(changed)));
}
