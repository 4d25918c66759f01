import type { GatewayError } from "../../errors.ts";
import type { KeyRights } from "../../store/ports/key-rights.ts";
import type { Context } from "../operation.ts";

/** Decides by a key's rights: the refusal, or null. */
export type RightsCheck = (rights: KeyRights) => GatewayError | null;

/**
 * Refuses before any further work what the key's rights do not allow. The rights may be some seconds old: before they
 * refuse, they are read again. Where they allow something, the admission shows whether they have changed.
 */
export function refuseByRights(context: Context, check: RightsCheck): Promise<void> | undefined {
  return check(context.caller.rights) === null ? undefined : checkAgain(context, check);
}

async function checkAgain(context: Context, check: RightsCheck): Promise<void> {
  await context.renewCaller(Number.POSITIVE_INFINITY);
  const refusal = check(context.caller.rights);
  if (refusal !== null) throw refusal;
}
