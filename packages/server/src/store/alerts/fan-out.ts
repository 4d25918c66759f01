import { databaseNow } from "../database-clock.ts";
import type { Alert, NoticesOf } from "../ports/alerts.ts";
import { writeNotices } from "../records/outbox.ts";
import type { AlertRow, Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { toAlertToTell } from "./alert-to-tell.ts";

type Engine = Store["engine"];

/** Alerts of one transaction: its locks last for a moment only. */
const step = 50;

/**
 * Notices and mark are written in one transaction, so a process that dies leaves both or neither. Rows that another
 * process is working on are left to it.
 */
export async function fanOut(
  database: Database,
  engine: Engine,
  noticesOf: NoticesOf,
): Promise<readonly Alert[]> {
  // Most looks find nothing, and take no lock.
  const found = await waiting(database).select("id").limit(1).executeTakeFirst();
  if (found === undefined) return [];
  return database.transaction().execute(async (tx) => {
    const rows = await waiting(tx)
      .selectAll()
      .limit(step)
      .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
      .execute();
    const told: Alert[] = [];
    for (const row of rows) told.push(await tell(tx, engine, row, noticesOf));
    return told;
  });
}

async function tell(tx: Tx, engine: Engine, row: AlertRow, noticesOf: NoticesOf): Promise<Alert> {
  const alert = await toAlertToTell(tx, row);
  const { id, organisation_id: organisationId } = row;
  await writeNotices(tx, engine, { id, organisationId }, noticesOf(alert));
  await tx
    .updateTable("alerts")
    .set({ fanned_out_at_ms: databaseNow(engine) })
    .where("id", "=", id)
    .execute();
  return alert;
}

function waiting(database: Database) {
  return database
    .selectFrom("alerts")
    .where("fanned_out_at_ms", "is", null)
    .orderBy("created_at_ms");
}
