import { toFlag } from "../flag.ts";
import { toText } from "../money/ledger-row.ts";
import type { KeyRights } from "../ports/key-rights.ts";
import type { KeyRow } from "../schema.ts";

export type RightsRow = Pick<
  KeyRow,
  | "allowed_models"
  | "allowed_providers"
  | "data_collection"
  | "zero_data_retention"
  | "requires_end_user"
  | "max_output_tokens"
  | "max_requests_in_flight"
  | "allowed_networks"
  | "scope"
>;

export function toRightsColumns(rights: KeyRights): RightsRow {
  return {
    allowed_models: toList(rights.allowedModels),
    allowed_providers: toList(rights.allowedProviders),
    data_collection: rights.dataCollection,
    zero_data_retention: toFlag(rights.zeroDataRetention),
    requires_end_user: toFlag(rights.requiresEndUser),
    max_output_tokens: rights.maxOutputTokens,
    max_requests_in_flight: rights.maxRequestsInFlight,
    allowed_networks: toList(rights.allowedNetworks),
    scope: rights.scope,
  };
}

/** Fields that were not sent are undefined, and Kysely does not change undefined columns. */
export function toChangedRightsColumns(
  change: {
    readonly [Field in keyof KeyRights]?: KeyRights[Field] | undefined;
  },
) {
  const list = (value: readonly string[] | null | undefined) =>
    value === undefined ? undefined : toList(value);
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : toFlag(value));
  return {
    allowed_models: list(change.allowedModels),
    allowed_providers: list(change.allowedProviders),
    data_collection: change.dataCollection,
    zero_data_retention: flag(change.zeroDataRetention),
    requires_end_user: flag(change.requiresEndUser),
    max_output_tokens: change.maxOutputTokens,
    max_requests_in_flight: change.maxRequestsInFlight,
    allowed_networks: list(change.allowedNetworks),
    scope: change.scope,
  };
}

export function toKeyRights(row: RightsRow): KeyRights {
  return {
    allowedModels: fromList(row.allowed_models),
    allowedProviders: fromList(row.allowed_providers),
    dataCollection: row.data_collection,
    zeroDataRetention: row.zero_data_retention === 1,
    requiresEndUser: row.requires_end_user === 1,
    maxOutputTokens: row.max_output_tokens,
    maxRequestsInFlight: row.max_requests_in_flight,
    allowedNetworks: fromList(row.allowed_networks),
    scope: row.scope,
  };
}

function toList(texts: readonly string[] | null): string | null {
  return texts === null ? null : JSON.stringify(texts.map(toText));
}

function fromList(json: string | null): readonly string[] | null {
  if (json === null) return null;
  const texts: string[] = JSON.parse(json);
  return texts;
}
