import type { Schema } from "@portico/contract";
import type { KeyRights } from "../../store/ports/key-rights.ts";

type Wire = Schema<"UpdateApiKeyRequest">;
type WireRights = Pick<Schema<"ApiKey">, (typeof names)[keyof KeyRights]>;

const names = {
  allowedModels: "allowed_models",
  allowedProviders: "allowed_providers",
  dataCollection: "data_collection",
  zeroDataRetention: "zero_data_retention",
  requiresEndUser: "requires_end_user",
  maxOutputTokens: "max_output_tokens",
  maxRequestsInFlight: "max_requests_in_flight",
  allowedNetworks: "allowed_networks",
  scope: "scope",
} as const satisfies Record<keyof KeyRights, keyof Wire>;

export function toWireRights(rights: KeyRights): WireRights {
  return {
    allowed_models: copy(rights.allowedModels),
    allowed_providers: copy(rights.allowedProviders),
    data_collection: rights.dataCollection,
    zero_data_retention: rights.zeroDataRetention,
    requires_end_user: rights.requiresEndUser,
    max_output_tokens: rights.maxOutputTokens,
    max_requests_in_flight: rights.maxRequestsInFlight,
    allowed_networks: copy(rights.allowedNetworks),
    scope: rights.scope,
  };
}

function copy(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}

/** Only the rights that the caller has sent. */
export function fromWireRights(wire: Wire): Partial<KeyRights> {
  const sent = {
    allowedModels: wire.allowed_models,
    allowedProviders: wire.allowed_providers,
    dataCollection: wire.data_collection,
    zeroDataRetention: wire.zero_data_retention,
    requiresEndUser: wire.requires_end_user,
    maxOutputTokens: wire.max_output_tokens,
    maxRequestsInFlight: wire.max_requests_in_flight,
    allowedNetworks: wire.allowed_networks,
    scope: wire.scope,
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
