import type { Caller } from "../caller.ts";
import { GatewayError } from "../errors.ts";
import { type Networks, toNetworks } from "../networks.ts";
import type { KeyScope } from "../store/ports/key-rights.ts";
import type { Route } from "./located-operation.ts";

/** Why a valid key may not call this operation from this address; null where it may. */
export function accessFault(
  caller: Caller,
  route: Pick<Route, "key" | "scope">,
  clientIp: string | null,
): GatewayError | null {
  // First, so that a stolen key learns nothing else outside its networks.
  return networkFault(caller, clientIp) ?? kindFault(caller, route) ?? scopeFault(caller, route);
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

function kindFault({ kind }: Caller, route: Pick<Route, "key">): GatewayError | null {
  if (route.key === "any" || route.key === kind) return null;
  return new GatewayError("wrongKeyKind", {
    message:
      route.key === "management"
        ? "This operation needs a management key, and this is an ordinary API key."
        : "A management key administers and never spends: use an ordinary API key for this operation.",
  });
}

/** What a key of each scope may call, as the operations name it. */
const allowed: Readonly<Record<KeyScope, readonly Route["scope"][]>> = {
  all: ["all", "read_only", "spend"],
  read_only: ["read_only", "spend"],
  spend: ["spend"],
};

const meanings: Readonly<Record<KeyScope, string>> = {
  all: "call every operation",
  read_only: "only read",
  spend: "only read what was spent and what may be spent",
};

function scopeFault({ rights }: Caller, route: Pick<Route, "scope">): GatewayError | null {
  if (allowed[rights.scope].includes(route.scope)) return null;
  return new GatewayError("notAllowed", {
    message: `The key's scope is ${rights.scope}: it may ${meanings[rights.scope]}.`,
    metadata: { right: "scope", scope: rights.scope, needed: route.scope },
  });
}
