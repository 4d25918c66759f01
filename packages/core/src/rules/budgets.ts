import type { Schema } from "@portico/contract/facts";
import { GatewayError, refusedField } from "../failures.ts";
import { toNanousd } from "./amounts.ts";
import { fromFutureIsoOrNull } from "./dates.ts";

type Body = Schema<"CreateBudgetRequest">;

/** Whom a new budget is for, and its name. Of the end user as `callerGivenName` has it. */
export function budgetSubject({ scope = "workspace", name }: Body, endUser: string | null) {
  if (scope === "workspace" && endUser !== null)
    throw refusedField("end_user", "end_user is only for a budget with the scope end_user.");
  const usualName = scope === "workspace" ? "Workspace" : (endUser ?? "Each end user");
  return { scope, endUser, name: name ?? usualName };
}

interface Raise {
  readonly raiseNanousd: number | null;
  readonly raiseUntilMs: number | null;
}

/** A raise and its end come together, so that no raise stays by mistake. Null for both ends it now. */
export function readRaise(
  { raise, raise_until: until }: Schema<"UpdateBudgetRequest">,
  now = Date.now(),
): Partial<Raise> {
  if (raise === undefined && until === undefined) return {};
  const amount = raise ?? null;
  if (amount === null && (until ?? null) === null)
    return { raiseNanousd: null, raiseUntilMs: null };
  if (amount === null) throw refusedField("raise", "raise is required with raise_until.");
  const raiseUntilMs = fromFutureIsoOrNull(until, "raise_until", now);
  if (raiseUntilMs === null)
    throw refusedField(
      "raise_until",
      "raise_until is required with raise: a raise ends by itself.",
    );
  return { raiseNanousd: toNanousd(amount), raiseUntilMs };
}

export function budgetTaken(cause?: unknown): GatewayError {
  return new GatewayError("conflict", {
    message: "There is a budget for it already: change that one, or delete it.",
    cause,
  });
}
