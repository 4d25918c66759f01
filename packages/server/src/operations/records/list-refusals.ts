import type { Input, Schema } from "@portico/contract";
import { fromIso, toIso } from "@portico/core/rules/dates";
import { pageLinks, toPage } from "@portico/core/rules/pages";
import type { Refusals } from "../../store/ports/refusals.ts";
import { type Operation, ok } from "../operation.ts";
import { keysById } from "./keys-by-id.ts";
import { ownerOf } from "./owner-of.ts";

type Query = Input<"listRefusals">["query"];

/** An ordinary key sees its own refused requests. */
export const listRefusals: Operation<"listRefusals"> = async ({ query }, context) => {
  const { caller, gateway } = context;
  const { organisationId } = caller;
  const page = toPage(query);
  const filter = { ...filterOf(query), ...(await ownerOf(query, gateway, caller)) };
  // What this process has counted up to now.
  await gateway.refusals.write();
  const { refusals } = gateway.store;
  const [{ records, totalCount }, sums] = await gateway.listTurns.run(context, () =>
    Promise.all([
      refusals.list(organisationId, { ...filter, ...page }),
      refusals.sums(organisationId, filter),
    ]),
  );
  const keys = await keysById(
    records.map(({ keyId }) => keyId),
    gateway,
    caller,
  );
  return ok({
    data: records.map((record) => toRefusal(record, keys.get(record.keyId)?.name ?? null)),
    totals: toSums(sums),
    links: pageLinks("/refusals", query, page, totalCount),
    total_count: totalCount,
  });
};

function filterOf({ from, to, model, reason }: Query) {
  return {
    ...(from !== undefined && { fromMs: fromIso(from, "from") }),
    ...(to !== undefined && { toMs: fromIso(to, "to") }),
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
  };
}

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
  };
}
