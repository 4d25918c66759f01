import { chargesByDaySql } from "../budgets/end-user-sums.ts";
import { toText } from "../fields.ts";
import { subjectOf } from "../judge/rows.ts";
import type { AdmitRequest } from "../ports/money.ts";
import { type Connection, toSafeInteger } from "./connections.ts";
import { type Call, statement } from "./pipeline.ts";
import type { PostgresRows } from "./postgres-rows.ts";

const readCharges = statement(chargesByDaySql);
const giveIds = statement(`select nextval(pg_get_serial_sequence('budget_balances', 'id'))
  from generate_series(1, $1::integer)`);

/** For end users whom a budget covers and who have no balance yet: one more round trip, once for each of them. */
export async function readFirstBalances(
  connection: Connection,
  stored: PostgresRows,
  batch: readonly AdmitRequest[],
): Promise<void> {
  const asked = new Map<string, Call>();
  for (const { workspaceId, endUser } of batch) {
    if (!endUser) continue;
    const name = toText(endUser);
    const budget = stored.budget(workspaceId, name);
    if (budget === undefined || stored.balanceOf(workspaceId, name) !== undefined) continue;
    const values = [budget.organisation_id, workspaceId, name];
    asked.set(subjectOf(workspaceId, name), { statement: readCharges, values });
  }
  if (asked.size === 0) return;
  const ids = { statement: giveIds, values: [String(asked.size)] };
  const [given = [], ...charges] = await connection.pipeline([ids, ...asked.values()]);
  for (const [index, subject] of [...asked.keys()].entries())
    stored.firstBalances.set(subject, {
      id: toSafeInteger(given[index]?.[0] ?? ""),
      charges: (charges[index] ?? []).map(([day, nanousd]) => ({
        day: toSafeInteger(day ?? ""),
        nanousd: toSafeInteger(nanousd ?? ""),
      })),
    });
}
