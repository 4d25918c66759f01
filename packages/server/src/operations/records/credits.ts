import type { Schema } from "@portico/contract";
import { toNanousd, toUsd } from "@portico/core/rules/amounts";
import { toIso } from "@portico/core/rules/dates";
import { readCursor, toCursor } from "@portico/core/rules/pages";
import { GatewayError } from "../../errors.ts";
import { actorName } from "../../store/ports/actor.ts";
import type { Credits } from "../../store/ports/money.ts";
import { behind } from "../lists/lists.ts";
import { created, type Operation, ok } from "../operation.ts";

export const getCredits: Operation<"getCredits"> = async (_, { caller, gateway }) => {
  const credits = await gateway.store.money.credits(caller.organisationId);
  return ok({ data: toCredits(credits, gateway.creditsEnforced) });
};

export const grantCredits: Operation<"grantCredits"> = async ({ body }, { actor, gateway }) => {
  if (gateway.configuration.credits.grants === "operator") throw refusedToKeys();
  const credits = await gateway.store.money.grant(actor, {
    amountNanousd: toNanousd(body.amount),
    note: body.note ?? null,
    createdBy: actorName(actor),
  });
  return created({ data: toCredits(credits, gateway.creditsEnforced) });
};

/** Keys, whose spending credits limit, cannot grant credits while `credits.grants` is `operator`. */
function refusedToKeys(): GatewayError {
  return new GatewayError("wrongKeyKind", {
    message:
      "Only the operator grants credits here, and no key can: run `portico credits grant <usd> --local` where the gateway runs. To let management keys grant credits, set credits.grants to management in portico.yaml.",
    metadata: { reason: "operator_only" },
  });
}

export function toCredits(credits: Credits, isEnforced: boolean): Schema<"Credits"> {
  return {
    total_credits: toUsd(credits.grantedNanousd),
    total_usage: toUsd(credits.usedNanousd),
    remaining: toUsd(credits.grantedNanousd - credits.usedNanousd - credits.heldNanousd),
    enforced: isEnforced,
  };
}

const defaultLimit = 50;

export const listCreditGrants: Operation<"listCreditGrants"> = async (
  { query },
  { caller, gateway },
) => {
  const limit = query.limit ?? defaultLimit;
  const { records, next } = await gateway.store.ledger.grants(caller.organisationId, {
    limit,
    ...(query.cursor !== undefined && { after: readCursor(query.cursor).number }),
  });
  const cursor = next === null ? null : toCursor({ number: next, id: "" });
  return ok({
    data: records.map((grant) => ({
      id: grant.id,
      amount: toUsd(grant.amountNanousd),
      note: grant.note,
      created_by: grant.createdBy,
      created_at: toIso(grant.createdAtMs),
    })),
    ...behind("/credits/grants", { ...query, limit }, cursor),
  });
};
