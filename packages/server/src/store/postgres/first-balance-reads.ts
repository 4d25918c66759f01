import { chargesByDaySql } from "../budgets/end-user-sums.ts";
import { subjectsOf } from "../budgets/subjects.ts";
import { subjectOf } from "../judge/rows.ts";
import type { AdmitRequest } from "../ports/money.ts";
import type { Connection } from "./connections.ts";
import { toSafeInteger } from "./host-pools.ts";
import { type Call, statement } from "./pipeline.ts";
import type { PostgresRows } from "./postgres-rows.ts";

const readCharges = statement(chargesByDaySql);
const giveIds = statement(`select nextval(pg_get_serial_sequence('budget_balances', 'id'))
  from generate_series(1, $1::integer)`);

/** Of end users and tags that a budget covers and that have no balance yet. Tags were counted when the budget was made. */
function callsToCount(stored: PostgresRows, batch: readonly AdmitRequest[]) {
  const asked = new Map<string, Call>();
  const tags = new Set<string>();
  for (const { workspaceId, ...request } of batch)
    for (const name of subjectsOf(request)) {
      const budget = stored.budget(workspaceId, name);
      if (budget === undefined || stored.balanceOf(workspaceId, name) !== undefined) continue;
      const subject = subjectOf(workspaceId, name);
      const values = [budget.organisation_id, workspaceId, name];
      if (budget.scope === "tag") tags.add(subject);
      else asked.set(subject, { statement: readCharges, values });
    }
  return { calls: [...asked.values()], subjects: [...asked.keys(), ...tags] };
}

/** One more round trip, once for each of them. */
export async function readFirstBalances(
  connection: Connection,
  stored: PostgresRows,
  batch: readonly AdmitRequest[],
): Promise<void> {
  const { calls, subjects } = callsToCount(stored, batch);
  if (subjects.length === 0) return;
  const ids = { statement: giveIds, values: [String(subjects.length)] };
  const [given = [], ...charges] = await connection.pipeline([ids, ...calls]);
  for (const [index, subject] of subjects.entries())
    stored.firstBalances.set(subject, {
      id: toSafeInteger(given[index]?.[0] ?? ""),
      charges: (charges[index] ?? []).map(([day, nanousd]) => ({
        day: toSafeInteger(day ?? ""),
        nanousd: toSafeInteger(nanousd ?? ""),
      })),
    });
}
