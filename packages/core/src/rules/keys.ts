import type { Schema } from "@portico/contract/facts";
import { GatewayError, refusedField } from "../failures.ts";
import { hasOwnPrefix, mayBeForeignKey } from "./key-text.ts";
import { noNetwork, readNetwork } from "./networks.ts";

type Body = Schema<"UpdateApiKeyRequest">;
type Kind = Schema<"ApiKey">["kind"];

/** Refuses what no key can have. */
export function checkKeyBody({ include_byok_in_limit: isIncluded, allowed_networks }: Body): void {
  // It would be worse to accept a limit and not to enforce it.
  if (isIncluded === true)
    throw refusedField(
      "include_byok_in_limit",
      "include_byok_in_limit is not supported: requests with your own credential cost nothing here.",
    );
  // The contract's pattern accepts most texts with digits and dots.
  const place = (allowed_networks ?? []).findIndex((text) => readNetwork(text) === null);
  if (place >= 0) throw noNetwork(`allowed_networks[${place}]`);
}

/** Refuses a text that callers already use and that cannot be a key. */
export function checkExistingKey(text: string, kind: Kind): void {
  const refuse = (reason: string) => refusedField("existing_key", `existing_key ${reason}`);
  if (kind === "management")
    throw refuse(
      "is for ordinary keys: a management key is known to this gateway alone. Leave it out.",
    );
  if (hasOwnPrefix(text))
    throw refuse("begins like this gateway's own keys. Leave it out, and the gateway makes one.");
  if (!mayBeForeignKey(text))
    throw refuse(
      "is too easy to guess: it needs 24 to 180 printable characters without spaces, 10 different ones at least, of two kinds at least (small letters, capital letters, digits).",
    );
}

export function keyTaken(cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message: "This text is or was a key. Use another one, or leave existing_key out.",
    metadata: { reason: "key_taken" },
    cause,
  });
}

const rightsOfCalls = [
  "allowed_models",
  "allowed_providers",
  "data_collection",
  "zero_data_retention",
  "requires_end_user",
  "max_output_tokens",
  "max_requests_in_flight",
  "session_budget",
] as const satisfies readonly (keyof Body)[];

/** Refused, because a right that never applies to a kind of key would only look like a restriction. */
export function refuseRightsOfOtherKind(body: Body, kind: Kind): void {
  if (kind === "ordinary" && (body.scope ?? "all") !== "all")
    throw ofOtherKind("scope", "an ordinary key calls models and administers nothing");
  if (kind === "ordinary") return;
  const first = rightsOfCalls.find((name) => (body[name] ?? null) !== null && body[name] !== false);
  if (first !== undefined) throw ofOtherKind(first, "a management key calls no models");
}

function ofOtherKind(field: string, reason: string): GatewayError {
  return refusedField(field, `${field} does not apply to this kind of key: ${reason}.`);
}

/**
 * Refuses a change of a management key by a person who is no admin: with a new one, or with the new secret of another, an
 * operator would have all rights of an admin. Keys have no role.
 */
export function refuseManagementKey(role: string | null, kind: Kind): void {
  if (kind !== "management" || role === null || role === "admin") return;
  throw new GatewayError("notAllowed", {
    message: `Your role is ${role}: management keys need admin.`,
    metadata: { right: "role", role, needed: ["admin"] },
  });
}

/** Long enough to change a program's key without haste; also where the reply with the new one is lost. */
export const usualOverlapSeconds = 24 * 60 * 60;
export const mostEarlierSecrets = 10;

export function tooManySecrets(cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message:
      "Ten earlier secrets of this key still work, and there can be no more. Wait until one of them ends, or end all of them with overlap_seconds: 0.",
    metadata: { reason: "too_many_secrets" },
    cause,
  });
}

/** Without a management key, no key could administer the organisation or undo the change. */
export function lastManagementKey(cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message:
      "This is the organisation's last usable management key, and without it no key could administer the organisation. Create another management key first, one that is valid for more than a day, and try again.",
    metadata: { reason: "last_management_key" },
    cause,
  });
}

export interface UsableKey {
  readonly kind: Kind;
  readonly disabled: boolean;
  readonly expiresAtMs: number | null;
  readonly scope: string;
}

/**
 * A key that expires sooner leaves too little time to notice and to create another. One that expires later is the
 * operator's choice, and the command line on the machine can still create a key.
 */
export const lastingMs = 24 * 60 * 60 * 1000;

/** Whether a change (null: the key is deleted) takes away a key that could administer the organisation. */
export function endsManagement(before: UsableKey, after: UsableKey | null, nowMs: number): boolean {
  return isUsableAt(before, nowMs) && (after === null || isCutShort(before, after, nowMs));
}

/** A key that only reads administers nothing. */
export function isUsableAt(
  { kind, disabled, expiresAtMs, scope }: UsableKey,
  nowMs: number,
): boolean {
  if (kind !== "management" || scope !== "all") return false;
  return !disabled && (expiresAtMs === null || expiresAtMs > nowMs);
}

/** A key that expires soon anyway may be renamed, and may get more time. */
function isCutShort(before: UsableKey, after: UsableKey, nowMs: number): boolean {
  if (isUsableAt(after, nowMs + lastingMs)) return false;
  const end = ({ disabled, expiresAtMs, scope }: UsableKey) =>
    disabled || scope !== "all" ? 0 : (expiresAtMs ?? Number.POSITIVE_INFINITY);
  return end(after) < end(before);
}
