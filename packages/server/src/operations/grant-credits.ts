import { toCredits } from "./get-credits.ts";
import { fromUsd } from "./money.ts";
import { created, type Operation } from "./operation.ts";

export const grantCredits: Operation<"grantCredits"> = async ({ body }, { caller, gateway }) => {
  const credits = await gateway.store.money.grant(caller.organisationId, {
    amountNanousd: fromUsd(body.amount, "amount"),
    note: body.note ?? null,
    createdBy: `key:${caller.keyId}`,
  });
  return created({ data: toCredits(credits, gateway.creditsEnforced) });
};
