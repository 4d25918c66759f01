import type { Schema } from "@portico/contract/facts";
import { refusedField } from "../failures.ts";

/** The secret of a new credential: clients send it by either name. */
export function secretOf({ secret, key }: Schema<"CreateByokCredentialRequest">): string {
  const sent = secret ?? key;
  if (sent === undefined) throw refusedField("secret", "secret is required.");
  return sent;
}

export function refuseUnknownProvider(provider: string, known: ReadonlySet<string>): void {
  if (known.has(provider)) return;
  const names = [...known].toSorted().join(", ");
  throw refusedField("provider", `provider must be one of the configured providers: ${names}.`);
}

/** Enough to recognise a secret, too little to use it. Of a short one, no character is shown. */
export function secretLabel(secret: string): string {
  return secret.length < 16 ? "…" : `${secret.slice(0, 3)}…${secret.slice(-4)}`;
}

/** A credential serves every key and model of its workspace; clients expect these fields all the same. */
export const unusedFields = {
  sort_order: 0,
  is_fallback: false,
  is_required: false,
  is_byok_only: false,
  allowed_models: null,
  allowed_api_key_hashes: null,
  allowed_user_ids: null,
  declared_zdr: null,
};
