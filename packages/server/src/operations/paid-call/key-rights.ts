import type { GatewayError } from "../../errors.ts";
import type { KeyRights } from "../../store/ports/key-rights.ts";
import type { Context } from "../operation.ts";

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
