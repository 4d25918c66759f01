import { kindFault, roleFault, scopeFault } from "@portico/core/rules/access";
import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { type Networks, toNetworks } from "../networks.ts";
import type { KeyScope } from "../store/ports/key-rights.ts";
import type { PersonRole } from "../store/ports/sessions.ts";

/** What an operation asks of its caller, as the contract says it. */
export interface AccessNeeded {
  /** Which keys may call it; `none`: it is called before there is one. */
  readonly key: "ordinary" | "management" | "any" | "none";
  /** The least scope of a management key that may call it: `read_only` has what `spend` has, `all` has everything. */
  readonly scope: KeyScope;
  /** The roles of people that may call it. */
  readonly roles: readonly PersonRole[];
}

/** Why a valid key or a session may not call this operation from this address; null where it may. */
export function accessFault(
  caller: Caller,
  needed: AccessNeeded,
  clientIp: string | null,
): GatewayError | null {
  if (caller.keyId === null) return roleFault(caller.session.role, needed);
  // First, so that a stolen key learns nothing else outside its networks.
  return (
    networkFault(caller, clientIp) ??
    kindFault(caller.kind, needed.key) ??
    scopeFault(caller.rights.scope, needed.scope)
  );
}

/** By the list of a caller's rights, which stays the same object while the caller is remembered. */
const known = new WeakMap<readonly string[], Networks>();

function networkFault({ rights }: Caller, clientIp: string | null): GatewayError | null {
  const { allowedNetworks } = rights;
  if (allowedNetworks === null) return null;
  const networks = known.get(allowedNetworks) ?? toNetworks(allowedNetworks);
  known.set(allowedNetworks, networks);
  if (networks.has(clientIp)) return null;
  // Without the allowed networks: they are of use to a thief.
  return new GatewayError("networkNotAllowed", {
    message: `The key may not be used from the address ${clientIp ?? "of this request"}.`,
    metadata: { right: "allowed_networks", client_ip: clientIp },
  });
}
