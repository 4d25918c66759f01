import { GatewayError } from "../failures.ts";

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
