import type { Schema } from "@portico/contract";
import { toIso } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import type { Refusals } from "../../store/ports/refusals.ts";
import { given, pageOf, timesIn } from "../lists/lists.ts";
import { type Operation, ok } from "../operation.ts";
import { keysOf, ownerOf } from "./owner-of.ts";

/** An ordinary key sees its own refused requests. */
export const listRefusals: Operation<"listRefusals"> = async ({ query }, context) => {
  const { caller, gateway } = context;
  const { organisationId } = caller;
  const { model, reason } = query;
  const filter = {
    ...timesIn(query),
    ...given({ model, reason }),
    ...(await ownerOf(query, gateway, caller)),
  };
  // What this process has counted up to now.
  await gateway.refusals.write();
  const { refusals } = gateway.store;
  const [listed, sums] = await gateway.listTurns.run(context, () =>
    Promise.all([
      refusals.list(organisationId, { ...filter, ...toPage(query) }),
      refusals.sums(organisationId, filter),
    ]),
  );
  const keys = await keysOf(listed.records, gateway, caller);
  const toItem = (record: Refusals) => toRefusal(record, keys.get(record.keyId)?.name ?? null);
  return ok({ ...pageOf("/refusals", query, listed, toItem), totals: toSums(sums) });
};

/** How many were refused, and for which reasons. */
export function toSums(sums: ReadonlyMap<string, number>): Schema<"RefusalTotals"> {
  return {
    refused_requests: [...sums.values()].reduce((sum, requests) => sum + requests, 0),
    refused_by_reason: Object.fromEntries(sums),
  };
}

function toRefusal({ last, ...refusals }: Refusals, keyName: string | null): Schema<"Refusal"> {
  return {
    hour: toIso(refusals.hourMs),
    api_key_id: refusals.keyId,
    api_key_name: keyName,
    workspace_id: refusals.workspaceId,
    model: refusals.model === "" ? null : refusals.model,
    reason: refusals.reason,
    status: refusals.status,
    requests: refusals.requests,
    last_at: toIso(last.atMs),
    last_operation: last.operation,
    last_request_id: last.requestId,
    last_message: last.message,
    last_subject: last.subject,
  };
}
