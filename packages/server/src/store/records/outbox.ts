import { randomUUID } from "node:crypto";
import { sql, type UpdateObject } from "kysely";
import { databaseNow } from "../database-clock.ts";
import { toText, toTextOrNull } from "../fields.ts";
import type { LeasedNotice, NewNotice, NoticeChannel, OutboxStore } from "../ports/outbox.ts";
import type { Database, OutboxRow, Tables, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { removeInSteps } from "./rows.ts";

type Engine = Store["engine"];

/**
 * Notices on their way to people. A row waits, is leased to one process, is marked as being sent just before the
 * notice can arrive, and is marked as sent. If a process dies, its lease ends and another process takes the row:
 * a notice that was only leased has certainly not arrived, one that was being sent may have.
 */
export function createOutboxStore(database: Database, engine: Engine): OutboxStore {
  const change = (by: "id" | "lease_id", id: string, columns: UpdateObject<Tables, "outbox">) =>
    database.updateTable("outbox").set(columns).where(by, "=", id).execute();
  return {
    async lease(channel, leaseMs) {
      // Most polls find nothing, and take no lock.
      const due = await dueOf(database, engine, channel);
      if (due === undefined) return null;
      return database.transaction().execute((tx) => lease(tx, engine, channel, leaseMs));
    },
    async markSending(leaseId, leaseMs) {
      const { numUpdatedRows } = await database
        .updateTable("outbox")
        .set({ state: "sending", due_at_ms: sql`${databaseNow(engine)} + ${leaseMs}` })
        .where("lease_id", "=", leaseId)
        .where("state", "=", "leased")
        .where("due_at_ms", ">", databaseNow(engine))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async markSent(id) {
      await change("id", id, { ...ended(engine, "sent"), last_error: null });
    },
    async postpone(leaseId, afterMs, error) {
      const due_at_ms = sql<number>`${databaseNow(engine)} + ${afterMs}`;
      const waiting = { state: "waiting", due_at_ms, lease_id: null } as const;
      await change("lease_id", leaseId, { ...waiting, last_error: toText(error) });
    },
    async giveUp(leaseId, error) {
      await change("lease_id", leaseId, { ...ended(engine, "failed"), last_error: toText(error) });
    },
    prune: (beforeMs) =>
      removeInSteps(database, "outbox", sql`created_at_ms < ${beforeMs} order by created_at_ms`),
  };
}

/** Runs in the transaction of the cause: both are kept or neither. */
export async function writeNotices(
  tx: Tx,
  engine: Engine,
  { id, organisationId }: { readonly id: string; readonly organisationId: string },
  notices: readonly NewNotice[],
): Promise<void> {
  for (const notice of notices)
    await tx
      .insertInto("outbox")
      .values({
        id: randomUUID(),
        organisation_id: organisationId,
        alert_id: id,
        kind: notice.kind,
        channel: notice.channel,
        recipient: toTextOrNull(notice.recipient),
        payload: toText(JSON.stringify(notice.payload)),
        dedupe_key: notice.dedupeKey,
        state: "waiting",
        attempts: 0,
        due_at_ms: databaseNow(engine),
        created_at_ms: databaseNow(engine),
      })
      .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
      .execute();
}

function dueOf(database: Database, engine: Engine, channel: NoticeChannel) {
  return due(database, engine, channel).select("id").executeTakeFirst();
}

function due(database: Database, engine: Engine, channel: NoticeChannel) {
  return database
    .selectFrom("outbox")
    .where("channel", "=", channel)
    .where("due_at_ms", "<=", databaseNow(engine))
    .orderBy("due_at_ms")
    .limit(1);
}

async function lease(
  tx: Tx,
  engine: Engine,
  channel: NoticeChannel,
  leaseMs: number,
): Promise<LeasedNotice | null> {
  const found = await due(tx, engine, channel)
    .selectAll()
    .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (found === undefined) return null;
  const leaseId = randomUUID();
  const attempts = found.attempts + 1;
  await tx
    .updateTable("outbox")
    .set({
      state: "leased",
      lease_id: leaseId,
      attempts,
      due_at_ms: sql`${databaseNow(engine)} + ${leaseMs}`,
    })
    .where("id", "=", found.id)
    .execute();
  return toLeased({ ...found, attempts }, leaseId);
}

function toLeased(row: OutboxRow, leaseId: string): LeasedNotice {
  return {
    id: row.id,
    leaseId,
    kind: row.kind,
    channel: row.channel,
    recipient: row.recipient,
    payload: JSON.parse(row.payload),
    attempts: row.attempts,
    mayHaveArrived: row.state === "sending",
    createdAtMs: row.created_at_ms,
  };
}

function ended(engine: Engine, state: "sent" | "failed") {
  return { state, due_at_ms: null, lease_id: null, ended_at_ms: databaseNow(engine) } as const;
}
