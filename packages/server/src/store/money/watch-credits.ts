import { sql } from "kysely";
import { reached, writeAlerts } from "../alerts/crossings.ts";
import { creditsSpending } from "../budgets/spending.ts";
import { isSpread } from "../placement.ts";
import type { Database } from "../schema.ts";
import type { BookingRules } from "./bookings.ts";
import { creditsOf } from "./credits.ts";

/** Where credits are enforced, admissions take shares back long before there are so many. */
const mostShares = 2000;

/**
 * Where tables are spread over nodes no batch knows an organisation's totals, so heartbeats alert about credits. Once they
 * are no longer enforced nothing adds shares up: then totals are not kept, until the next admission that enforces them.
 */
export async function watchCredits(
  database: Database,
  { alerts, clock }: Pick<BookingRules, "alerts" | "clock">,
): Promise<void> {
  if (!isSpread(database)) return;
  const { rows } = await sql<{ readonly id: string; readonly shares: number }>`
    select o.id, count(s.id) as shares from organisations o
    left join shares s on s.organisation_id = o.id and s.balance_id is null
    where o.credits_kept = 1 group by o.id`.execute(database);
  for (const { id, shares } of rows) {
    if (alerts.isForCredits) {
      const { grantedNanousd, usedNanousd } = await creditsOf(database, id);
      const spending = creditsSpending(id, { granted: grantedNanousd, used: usedNanousd });
      const found = reached(spending, alerts.thresholds, clock.nowMs());
      await database.transaction().execute((tx) => writeAlerts(tx, found));
    }
    if (shares <= mostShares) continue;
    await database.transaction().execute(async (tx) => {
      await tx.updateTable("organisations").set({ credits_kept: 0 }).where("id", "=", id).execute();
      await sql`delete from shares where organisation_id = ${id} and balance_id is null`.execute(
        tx,
      );
    });
  }
}
