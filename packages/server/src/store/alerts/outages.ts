import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { databaseNow } from "../database-clock.ts";
import { toText } from "../fields.ts";
import type { AlertStore, NoticesOf, Outage, ProviderServed } from "../ports/alerts.ts";
import { writeNotices } from "../records/outbox.ts";
import type { Database } from "../schema.ts";
import type { Store } from "../store.ts";
import { toAlertToTell } from "./alert-record.ts";

type Engine = Store["engine"];

/**
 * An outage is one open alert for all processes. Every process that meets it reports it again and again, and any process
 * that is served again ends it once the reports have stopped. So neither a second node nor a flapping provider makes a
 * second alert.
 */
export function createOutages(
  database: Database,
  engine: Engine,
): Pick<AlertStore, "providerDown" | "providerTroubled" | "providerServed" | "openOutages"> {
  const troubled = async (organisationId: string, provider: string) => {
    const { numUpdatedRows } = await database
      .updateTable("alerts")
      .set({ seen_at_ms: databaseNow(engine) })
      .where("kind", "=", "provider_down")
      .where("organisation_id", "=", organisationId)
      .where("subject", "=", subjectOf(provider))
      .where("resolved_at_ms", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  return {
    async providerDown(outage) {
      if (await troubled(outage.organisationId, outage.provider)) return;
      await database
        .insertInto("alerts")
        .values({
          ...alertOf(outage),
          created_at_ms: databaseNow(engine),
          seen_at_ms: databaseNow(engine),
        })
        // Another process was first.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async providerTroubled(organisationId, provider) {
      await troubled(organisationId, provider);
    },
    providerServed: (served, noticesOf) => end(database, engine, served, noticesOf),
    async openOutages(organisationId) {
      const rows = await openOutages(database, organisationId).select("subject_name").execute();
      return rows.map((row) => row.subject_name);
    },
  };
}

function alertOf({ organisationId, provider, sinceMs, failures, models }: Outage) {
  const id = randomUUID();
  return {
    id,
    organisation_id: organisationId,
    kind: "provider_down" as const,
    subject: subjectOf(provider),
    subject_name: toText(provider),
    period: "all",
    dedupe_key: [organisationId, subjectOf(provider), id].join("|"),
    details: JSON.stringify({ since: new Date(sinceMs).toISOString(), failures, models }),
  };
}

function end(
  database: Database,
  engine: Engine,
  { organisationId, provider, agoMs, quietMs }: ProviderServed,
  noticesOf: NoticesOf,
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const row = await openOutages(tx, organisationId)
      .where("subject", "=", subjectOf(provider))
      .where("seen_at_ms", "<", sql<number>`${databaseNow(engine)} - ${Math.ceil(agoMs)}`)
      .where("seen_at_ms", "<", sql<number>`${databaseNow(engine)} - ${Math.ceil(quietMs)}`)
      // The alert goes out before its end.
      .where("fanned_out_at_ms", "is not", null)
      .select("id")
      .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
      .executeTakeFirst();
    if (row === undefined) return false;
    const ended = await tx
      .updateTable("alerts")
      .set({ resolved_at_ms: databaseNow(engine) })
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const notices = noticesOf(await toAlertToTell(tx, ended));
    await writeNotices(tx, engine, { id: ended.id, organisationId }, notices);
    return true;
  });
}

function openOutages(database: Database, organisationId: string) {
  return database
    .selectFrom("alerts")
    .where("kind", "=", "provider_down")
    .where("resolved_at_ms", "is", null)
    .where("organisation_id", "=", organisationId);
}

function subjectOf(provider: string): string {
  return toText(`provider:${provider}`);
}
