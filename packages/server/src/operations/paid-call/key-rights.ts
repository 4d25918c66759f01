import { matchesAny } from "@portico/core/rules/patterns";
import { GatewayError } from "../../errors.ts";
import type { KeyRights } from "../../store/ports/key-rights.ts";
import type { Context } from "../operation.ts";
import { callerGivenName } from "./caller-given-name.ts";

/** Decides by a key's rights: the refusal, or null. */
export type RightsCheck = (rights: KeyRights) => GatewayError | null;

/**
 * Refuses before any further work what the key's rights do not allow. The rights may be some seconds old: before they
 * refuse, they are read again. Where they allow something, the admission shows whether they have changed.
 */
export async function refuseByRights(context: Context, check: RightsCheck): Promise<void> {
  if (check(context.caller.rights) === null) return;
  await context.renewCaller(Number.POSITIVE_INFINITY);
  const refusal = check(context.caller.rights);
  if (refusal !== null) throw refusal;
}

/** Refuses the first model that the key may not use. The place is its field in the request. */
export function modelRefusal(
  { allowedModels }: KeyRights,
  models: readonly { readonly id: string; readonly field: string }[],
): GatewayError | null {
  if (allowedModels === null) return null;
  const refused = models.find(({ id }) => !matchesAny(allowedModels, id));
  if (refused === undefined) return null;
  return new GatewayError("notAllowed", {
    message: `The key may not use the model ${refused.id}. It may use: ${allowedModels.join(", ")}.`,
    metadata: {
      right: "allowed_models",
      allowed: allowedModels,
      field: refused.field,
      model: refused.id,
    },
  });
}

/** More than the key's right would be cut without a word, so it is an error of the request. */
export function outputRefusal(
  { maxOutputTokens }: KeyRights,
  asked: number | undefined,
  field: string,
): GatewayError | null {
  if (maxOutputTokens === null || asked === undefined || asked <= maxOutputTokens) return null;
  return new GatewayError("badRequest", {
    message: `${field} must be at most ${maxOutputTokens} for this key.`,
    metadata: { field, maximum: maxOutputTokens, right: "max_output_tokens" },
  });
}

/** Each end user's budget limits only requests that name one. Any of the fields names it. */
export function endUserRefusal(
  { requiresEndUser }: KeyRights,
  user: string | undefined,
  fields: readonly string[],
): GatewayError | null {
  if (!requiresEndUser || callerGivenName(user) !== null) return null;
  return new GatewayError("badRequest", {
    message: `Each request of this key has to name its end user, in ${fields.join(" or ")}.`,
    metadata: { field: fields[0], right: "requires_end_user" },
  });
}
