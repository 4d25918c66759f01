import type { Caller, PersonCaller } from "../caller.ts";
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
  if (caller.keyId === null) return roleFault(caller, needed);
  // First, so that a stolen key learns nothing else outside its networks.
  return networkFault(caller, clientIp) ?? kindFault(caller, needed) ?? scopeFault(caller, needed);
}

function roleFault({ session }: PersonCaller, { key, roles }: AccessNeeded): GatewayError | null {
  const { role } = session;
  if (roles.some((allowed) => allowed === role)) return null;
  if (roles.length === 0)
    return new GatewayError("wrongKeyKind", {
      message:
        key === "ordinary"
          ? "A person administers and never spends: sign in with an ordinary API key for this operation."
          : "This operation is about the key of the request, and this session was begun without one.",
    });
  return new GatewayError("notAllowed", {
    message: `Your role is ${role}: this operation needs ${roles.join(" or ")}.`,
    metadata: { right: "role", role, needed: roles },
  });
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

function kindFault({ kind }: Caller, { key }: AccessNeeded): GatewayError | null {
  if (key === "any" || key === "none" || key === kind) return null;
  return new GatewayError("wrongKeyKind", {
    message:
      key === "management"
        ? "This operation needs a management key, and this is an ordinary API key."
        : "A management key administers and never spends: use an ordinary API key for this operation.",
  });
}

/** What a key of each scope may call, as the operations name it. */
const allowed: Readonly<Record<KeyScope, readonly KeyScope[]>> = {
  all: ["all", "read_only", "spend"],
  read_only: ["read_only", "spend"],
  spend: ["spend"],
};

const meanings: Readonly<Record<KeyScope, string>> = {
  all: "call every operation",
  read_only: "only read",
  spend: "only read what was spent and what may be spent",
};

function scopeFault({ rights }: Caller, { scope: needed }: AccessNeeded): GatewayError | null {
  if (allowed[rights.scope].includes(needed)) return null;
  return new GatewayError("notAllowed", {
    message: `The key's scope is ${rights.scope}: it may ${meanings[rights.scope]}.`,
    metadata: { right: "scope", scope: rights.scope, needed },
  });
}
