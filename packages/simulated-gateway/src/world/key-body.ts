import type { Schema } from "@portico/contract/facts";
import { refusedField } from "@portico/core/failures";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { fromIsoOrNull, toIsoOrNull } from "@portico/core/rules/dates";
import { noNetwork, readNetwork } from "@portico/core/rules/networks";

type Body = Schema<"UpdateApiKeyRequest">;

/** The fields that a caller has sent, as a key keeps them. */
export function readKeyBody(body: Body): Partial<Schema<"ApiKey">> {
  if (body.include_byok_in_limit === true)
    throw refusedField(
      "include_byok_in_limit",
      "include_byok_in_limit is not supported: requests with your own credential cost nothing here.",
    );
  refuseNoNetwork(body.allowed_networks);
  const { include_byok_in_limit: _, limit, expires_at: end, ...others } = body;
  const kept = {
    ...others,
    ...(limit !== undefined && { limit: limit === null ? null : toUsd(toNanousd(limit)) }),
    ...(end !== undefined && { expires_at: toIsoOrNull(fromIsoOrNull(end, "expires_at")) }),
  };
  const sent = Object.entries(kept).filter(
    ([name, value]) => value !== undefined && names.has(name),
  );
  return Object.fromEntries(sent);
}

const rightsOfCalls = [
  ...(["allowed_models", "allowed_providers", "data_collection", "zero_data_retention"] as const),
  ...(["requires_end_user", "max_output_tokens", "max_requests_in_flight"] as const),
];

const names: ReadonlySet<string> = new Set([
  ...rightsOfCalls,
  "name",
  "disabled",
  "limit",
  "limit_reset",
  "requests_per_minute",
  "tokens_per_minute",
  "owner_email",
  "expires_at",
  "allowed_networks",
  "scope",
]);

/** Refused, because a right that never applies to a kind of key would only look like a restriction. */
export function refuseRightsOfOtherKind(body: Body, kind: "ordinary" | "management"): void {
  if (kind === "ordinary" && (body.scope ?? "all") !== "all")
    throw ofOtherKind("scope", "an ordinary key calls models and administers nothing");
  if (kind === "ordinary") return;
  const first = rightsOfCalls.find((name) => (body[name] ?? null) !== null && body[name] !== false);
  if (first !== undefined) throw ofOtherKind(first, "a management key calls no models");
}

function ofOtherKind(field: string, reason: string) {
  return refusedField(field, `${field} does not apply to this kind of key: ${reason}.`);
}

/** The contract's pattern accepts most texts with digits and dots. */
function refuseNoNetwork(networks: Body["allowed_networks"]): void {
  const place = (networks ?? []).findIndex((text) => readNetwork(text) === null);
  if (place < 0) return;
  const field = `allowed_networks[${place}]`;
  throw refusedField(field, noNetwork(field));
}
