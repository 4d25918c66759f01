import type { Schema } from "@portico/contract/facts";
import { GatewayError, refusedField } from "../failures.ts";
import { toNanousd } from "./amounts.ts";
import { fromFutureIsoOrNull } from "./dates.ts";

type Body = Schema<"CreateBudgetRequest">;

/** Whom a new budget is for, and its name. `keep` is `callerGivenName`, and `tags` are the operator's names. */
export function budgetSubject(
  { scope = "workspace", end_user, tag: sent, name }: Body,
  keep: (name: string | null | undefined) => string | null,
  tags: readonly string[],
) {
  const endUser = keep(end_user);
  if (scope !== "end_user" && endUser !== null)
    throw refusedField("end_user", "end_user is only for a budget with the scope end_user.");
  const tag = readTag(sent ?? null, scope, keep, tags);
  const usualNames = { workspace: "Workspace", end_user: endUser ?? "Each end user", tag };
  return { scope, endUser, tag, name: name ?? usualNames[scope] ?? "" };
}

/** `project=checkout`, or `project` for each value. A name that no request can have would limit nothing. */
function readTag(
  sent: string | null,
  scope: Body["scope"],
  keep: (name: string) => string | null,
  tags: readonly string[],
): string | null {
  if (scope !== "tag" && sent === null) return null;
  if (scope !== "tag") throw refusedField("tag", "tag is only for a budget with the scope tag.");
  if (sent === null)
    throw refusedField("tag", "tag is required with the scope tag, such as project=checkout.");
  const [name = "", ...rest] = sent.split("=");
  if (!tags.includes(name))
    throw refusedField(
      "tag",
      `tag: the operator has no tag of this name. There ${tags.length === 0 ? "is none: tags in portico.yaml names them" : `are ${tags.join(", ")}`}.`,
    );
  if (rest.length === 0) return name;
  const value = keep(rest.join("="));
  if (value === null)
    throw refusedField("tag", "tag: a value stands behind =, or only the name for each value.");
  return `${name}=${value}`;
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
