import { type ExpressionBuilder, sql } from "kysely";
import { SignInUsed } from "../ports/errors.ts";
import type { SessionOwner } from "../ports/sessions.ts";
import type { Database, Tables, Tx } from "../schema.ts";
import type { ConsoleSessionsTable } from "../tables/people.ts";
import { removeInSteps } from "./rows.ts";

/** The sessions that have not ended: the one place that says when a session is one. */
export function live(database: Database, organisationId?: string, owner?: SessionOwner) {
  const nowMs = Date.now();
  let rows = database
    .selectFrom("console_sessions as s")
    .where("s.expires_at_ms", ">", nowMs)
    .where("s.idle_expires_at_ms", ">", nowMs)
    .where((eb) => eb.or([eb("s.key_id", "is", null), eb.exists(usableKey(eb, nowMs))]));
  if (organisationId !== undefined) rows = rows.where("s.organisation_id", "=", organisationId);
  if (owner !== undefined)
    rows = rows.where("s.way", "=", owner.way).where("s.subject", "=", owner.subject);
  return rows;
}

interface Joined extends Tables {
  s: ConsoleSessionsTable;
}

/** The key of a session, while it may be used with the secret of the sign-in. */
function usableKey(eb: ExpressionBuilder<Joined, "s">, nowMs: number) {
  return eb
    .selectFrom("keys as k")
    .select("k.id")
    .whereRef("k.id", "=", "s.key_id")
    .where("k.deleted_at_ms", "is", null)
    .where("k.disabled", "=", 0)
    .where((key) =>
      key.or([key("k.expires_at_ms", "is", null), key("k.expires_at_ms", ">", nowMs)]),
    )
    .where((key) =>
      key.or([
        key("k.hash", "=", key.ref("s.secret_hash")),
        key.exists(
          key
            .selectFrom("key_secrets as e")
            .select("e.hash")
            .whereRef("e.hash", "=", "s.secret_hash")
            .whereRef("e.key_id", "=", "k.id")
            .where("e.until_ms", ">", nowMs),
        ),
      ]),
    );
}

/** Throws SignInUsed where it was noted before. */
export async function noteUse(tx: Tx, attemptId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("used_sign_ins")
    .values({ attempt_id: attemptId, used_at_ms: Date.now() })
    .onConflict((conflict) => conflict.column("attempt_id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new SignInUsed("The sign-in was used before.");
}

/** Many times as long as a sign-in may take. */
const keptMs = 24 * 60 * 60 * 1000;

export function pruneUses(database: Database, nowMs: number): Promise<number> {
  return removeInSteps(database, "used_sign_ins", sql`used_at_ms <= ${nowMs - keptMs}`, [
    "attempt_id",
  ]);
}
