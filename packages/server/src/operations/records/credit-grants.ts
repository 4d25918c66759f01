import { toUsd } from "../../money/usd.ts";
import { readCursor, toCursor } from "../lists/cursor.ts";
import { addressOf } from "../lists/page.ts";
import { toIso } from "../lists/time.ts";
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
