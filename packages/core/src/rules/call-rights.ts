import { GatewayError } from "../failures.ts";
import { isNamed } from "./names.ts";
import { matchesAny } from "./patterns.ts";

interface CallRights {
  readonly allowedModels: readonly string[] | null;
  readonly maxOutputTokens: number | null;
  readonly requiresEndUser: boolean;
}

/** Refuses the first model that the key may not use, by its id or the alias it was asked by. The place is its field in the request. */
export function modelRefusal(
  { allowedModels }: Pick<CallRights, "allowedModels">,
  models: readonly { readonly id: string; readonly field: string; readonly alias?: string }[],
): GatewayError | null {
  if (allowedModels === null) return null;
  const isAllowed = (name: string | undefined) =>
    name !== undefined && matchesAny(allowedModels, name);
  const refused = models.find(({ id, alias }) => !isAllowed(id) && !isAllowed(alias));
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
  { maxOutputTokens }: Pick<CallRights, "maxOutputTokens">,
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
  { requiresEndUser }: Pick<CallRights, "requiresEndUser">,
  user: string | null | undefined,
  fields: readonly string[],
): GatewayError | null {
  if (!requiresEndUser || isNamed(user)) return null;
  return new GatewayError("badRequest", {
    message: `Each request of this key has to name its end user, in ${fields.join(" or ")}.`,
    metadata: { field: fields[0], right: "requires_end_user" },
  });
}
