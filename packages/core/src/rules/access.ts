import { GatewayError } from "../failures.ts";

type KeyNeeded = "ordinary" | "management" | "any" | "none";

/** Why a key of this kind may not call an operation; null where it may. */
export function kindFault(kind: "ordinary" | "management", needed: KeyNeeded): GatewayError | null {
  if (needed === "any" || needed === "none" || needed === kind) return null;
  return new GatewayError("wrongKeyKind", {
    message:
      needed === "management"
        ? "This operation needs a management key, and this is an ordinary API key."
        : "A management key administers and never spends: use an ordinary API key for this operation.",
  });
}

type Scope = "all" | "read_only" | "spend";

/** What a key of each scope may call, as the operations name it. */
const allowed: Readonly<Record<Scope, readonly Scope[]>> = {
  all: ["all", "read_only", "spend"],
  read_only: ["read_only", "spend"],
  spend: ["spend"],
};

const meanings: Readonly<Record<Scope, string>> = {
  all: "call every operation",
  read_only: "only read",
  spend: "only read what was spent and what may be spent",
};

export function scopeFault(scope: Scope, needed: Scope): GatewayError | null {
  if (allowed[scope].includes(needed)) return null;
  return new GatewayError("notAllowed", {
    message: `The key's scope is ${scope}: it may ${meanings[scope]}.`,
    metadata: { right: "scope", scope, needed },
  });
}

/** Why a person of this role may not call an operation; null where they may. */
export function roleFault(
  role: string,
  { key, roles }: { readonly key: KeyNeeded; readonly roles: readonly string[] },
): GatewayError | null {
  if (roles.includes(role)) return null;
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

/** Refuses to show what was asked and answered: it is not about money, and no ordinary key reads it. */
export function refuseContent(kind: "ordinary" | "management", scope: string): void {
  if (kind !== "management")
    throw new GatewayError("wrongKeyKind", { message: "include=content needs a management key." });
  if (scope !== "spend") return;
  throw new GatewayError("notAllowed", {
    message: "The key's scope is spend: it reads what requests cost, never their content.",
    metadata: { right: "scope", scope: "spend", needed: "read_only" },
  });
}
