import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { KeyKind } from "../../secrets/key-format.ts";

/**
 * Refuses a change of a management key by a person who is no admin: with a new one, or with the new secret of another, an
 * operator would have all rights of an admin.
 */
export function refuseManagementKey(caller: Caller, kind: KeyKind): void {
  if (kind !== "management" || caller.keyId !== null || caller.session.role === "admin") return;
  const { role } = caller.session;
  throw new GatewayError("notAllowed", {
    message: `Your role is ${role}: management keys need admin.`,
    metadata: { right: "role", role, needed: ["admin"] },
  });
}
