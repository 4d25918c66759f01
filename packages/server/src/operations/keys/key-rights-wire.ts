import type { Schema } from "@portico/contract";
import { noNetwork, readNetwork } from "@portico/core/rules/networks";
import { GatewayError } from "../../errors.ts";
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
  refuseNoNetwork(wire.allowed_networks);
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

/** The contract's pattern accepts most texts with digits and dots. */
function refuseNoNetwork(networks: Wire["allowed_networks"]): void {
  const place = (networks ?? []).findIndex((text) => readNetwork(text) === null);
  if (place < 0) return;
  const field = `allowed_networks[${place}]`;
  throw new GatewayError("badRequest", { message: noNetwork(field), metadata: { field } });
}

/** Refused, because a right that never applies to a kind of key would only look like a restriction. */
export function refuseRightsOfOtherKind(
  rights: Partial<KeyRights>,
  kind: "ordinary" | "management",
): void {
  if (kind === "ordinary" && (rights.scope ?? "all") !== "all")
    throw ofOtherKind("scope", "an ordinary key calls models and administers nothing");
  if (kind === "ordinary") return;
  const { scope: _, allowedNetworks: __, ...ofCalls } = rights;
  const [first] = Object.entries(ofCalls).filter(([, value]) => value !== null && value !== false);
  if (first === undefined) return;
  const [, name] = Object.entries(names).find(([right]) => right === first[0]) ?? [];
  throw ofOtherKind(name ?? first[0], "a management key calls no models");
}

function ofOtherKind(field: string, reason: string): GatewayError {
  return new GatewayError("badRequest", {
    message: `${field} does not apply to this kind of key: ${reason}.`,
    metadata: { field },
  });
}
