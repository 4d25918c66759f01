import { toUsd } from "@portico/core/rules/amounts";
import { readCursor, toCursor } from "@portico/core/rules/cursors";
import { toIso } from "@portico/core/rules/dates";
import { addressOf } from "@portico/core/rules/pages";
import { type Operation, ok } from "../operation.ts";

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
    next_cursor: cursor,
    links: {
      next: cursor === null ? null : addressOf("/credits/grants", { ...query, limit, cursor }),
    },
  });
};
