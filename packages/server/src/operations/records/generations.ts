import type { Schema } from "@portico/contract";
import { notRefundable } from "@portico/contract/may-be-refunded";
import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { GenerationRecord } from "../../store/ports/generation.ts";
import type { Gateway } from "../gateway.ts";
import { found } from "../lists/found.ts";
import { type Operation, ok } from "../operation.ts";
import { toGeneration } from "./generation-wire.ts";
import { keysById } from "./keys-by-id.ts";

/** An ordinary key finds its own requests alone. */
export const getGeneration: Operation<"getGeneration"> = async ({ query }, { caller, gateway }) => {
  const booked = await gateway.store.activity.generation(caller.organisationId, query.id);
  const isTheirs = caller.kind === "management" || booked?.keyId === caller.keyId;
  const record = isTheirs ? booked : null;
  return ok({ data: await shown(found(record, "generation", query.id), gateway, caller) });
};

/**
 * Refunds a request that a dead process left, booked at its worst case, or one that failed with a cost. The operator
 * decides.
 */
export const refundGeneration: Operation<"refundGeneration"> = async (
  { body },
  { actor, gateway },
) => {
  const { organisationId } = actor;
  const { activity, money } = gateway.store;
  found(await activity.generation(organisationId, body.id), "generation", body.id);
  if (!(await money.refund(actor, body.id)))
    throw new GatewayError("conflict", {
      message: notRefundable,
    });
  const refunded = await activity.generation(organisationId, body.id);
  return ok({ data: await shown(found(refunded, "generation", body.id), gateway, actor) });
};

async function shown(
  record: GenerationRecord,
  gateway: Gateway,
  whose: Pick<Caller, "organisationId">,
): Promise<Schema<"Generation">> {
  return toGeneration(record, await keysById([record.keyId], gateway, whose));
}
