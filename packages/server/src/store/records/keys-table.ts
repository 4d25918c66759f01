import type { Generated } from "kysely";
import type { Flag } from "../flag.ts";
import type { KeyRights } from "../ports/key-rights.ts";
import type { LimitReset } from "../ports/keys.ts";

/** The settings of keys. Deleted keys stay as rows: their usage counts for the organisation's credits. */
export interface KeysTable {
  id: Generated<number>;
  hash: string;
  organisation_id: string;
  workspace_id: string;
  kind: "ordinary" | "management";
  name: string;
  label: string;
  disabled: Flag;
  limit_nanousd: number | null;
  limit_reset: LimitReset | null;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  expires_at_ms: number | null;
  created_by: string | null;
  /** See search-text.ts; null in a row of an earlier version. */
  search_text: Generated<string | null>;
  /** The address for notices if the key is found exposed. */
  owner_email: string | null;
  exposed_at_ms: number | null;
  exposed_source: string | null;
  exposed_url: string | null;
  /** JSON arrays; null allows everything. */
  allowed_models: string | null;
  allowed_providers: string | null;
  allowed_networks: string | null;
  data_collection: KeyRights["dataCollection"];
  zero_data_retention: Flag;
  requires_end_user: Flag;
  max_output_tokens: number | null;
  max_requests_in_flight: number | null;
  scope: KeyRights["scope"];
  rotated_at_ms: number | null;
  /** The end of the last earlier secret. */
  previous_secret_expires_at_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number | null;
  deleted_at_ms: number | null;
}

/** The earlier secrets of rotated keys, with their ends. */
export interface KeySecretsTable {
  hash: string;
  key_id: number;
  until_ms: number;
}
