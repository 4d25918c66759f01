import { type CalendarDay, calendarDay } from "@portico/core/rules/calendar";
import { paidOff, rateState } from "../money/rate.ts";
import type { KeyStore, OwnKey } from "../ports/keys.ts";
import type { FallenKey, RateState } from "../ports/money.ts";
import type { Database, KeyBalanceRow, KeyRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { findByHash } from "./find-caller.ts";
import { createKey, deleteKey, updateKey } from "./key-changes.ts";
import { findKey, joined, toKeyRecord } from "./key-records.ts";
import { listKeys } from "./list-keys.ts";
import { rotateKey } from "./rotate-key.ts";

export function createKeyStore(
  database: Database,
  engine: Store["engine"],
): Omit<KeyStore, "expose"> {
  return {
    findByHash: (hash) => findByHash(database, hash),
    create: (actor, key) => database.transaction().execute((tx) => createKey(tx, actor, key)),
    list: (organisationId, query) => listKeys(database, engine, organisationId, query),
    async get(organisationId, id) {
      return await findKey(database, organisationId, id);
    },
    own: (keyId) => findOwn(database, keyId),
    async fallen(ids, nowMs) {
      if (ids.length === 0) return [];
      const rows = await database
        .selectFrom("keys")
        .select(["id", "disabled", "deleted_at_ms"])
        .where("id", "in", [...ids])
        .where((eb) =>
          eb.or([
            eb("deleted_at_ms", "is not", null),
            eb("disabled", "=", 1),
            eb("expires_at_ms", "<=", nowMs),
          ]),
        )
        .execute();
      return rows.map((row) => ({ keyId: row.id, reason: reasonOf(row) }));
    },
    async endedSecrets(hashes, nowMs) {
      if (hashes.length === 0) return [];
      const rows = await database
        .selectFrom("key_secrets")
        .select("hash")
        .where("hash", "in", [...hashes])
        .where("until_ms", "<=", nowMs)
        .execute();
      return rows.map(({ hash }) => hash);
    },
    rotate: (actor, id, secret) =>
      database.transaction().execute((tx) => rotateKey(tx, engine, actor, id, secret)),
    update: (actor, id, change) =>
      database.transaction().execute((tx) => updateKey(tx, engine, actor, id, change)),
    delete: (actor, id) => database.transaction().execute((tx) => deleteKey(tx, engine, actor, id)),
  };
}

function reasonOf({
  deleted_at_ms,
  disabled,
}: Pick<KeyRow, "deleted_at_ms" | "disabled">): FallenKey["reason"] {
  if (deleted_at_ms !== null) return "revoked";
  return disabled === 1 ? "disabled" : "expired";
}

/** A key as its own holder sees it, at this moment. */
export async function findOwn(database: Database, keyId: number): Promise<OwnKey | null> {
  const nowMs = Date.now();
  const row = await joined(database).selectAll().where("k.id", "=", keyId).executeTakeFirst();
  if (row === undefined) return null;
  const byok = await byokUsage(database, keyId, calendarDay(nowMs));
  return {
    record: toKeyRecord(row),
    requests: rateOf(row, "requests", nowMs),
    tokens: rateOf(row, "tokens", nowMs),
    requestsInFlight:
      row.max_requests_in_flight === null ? null : await openRequests(database, keyId),
    ...byok,
  };
}

function rateOf(
  row: KeyRow & KeyBalanceRow,
  of: "requests" | "tokens",
  nowMs: number,
): RateState | null {
  const limit = row[`${of}_per_minute`];
  if (limit === null) return null;
  return rateState(paidOff(row[`${of}_debt`], limit, nowMs - row.rated_at_ms), limit);
}

async function openRequests(database: Database, keyId: number): Promise<number> {
  const { open } = await database
    .selectFrom("holds")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("key_id", "=", keyId)
    .where("in_flight", "=", 1)
    .executeTakeFirstOrThrow();
  return Number(open);
}

type Sum = "all" | "day" | "week" | "month";

/** From an index of requests with own credentials alone: a key without such requests costs one look-up. */
async function byokUsage(
  database: Database,
  keyId: number,
  { day, weekStart, monthStart }: CalendarDay,
): Promise<Pick<OwnKey, "byokUsage">> {
  const sum = await database
    .selectFrom("ledger")
    .select((eb) => {
      const since = (from: number) =>
        eb.fn.coalesce(
          eb.fn.sum<number>("upstream_nanousd").filterWhere("charged_day", ">=", from),
          eb.lit(0),
        );
      return [
        since(0).as("all"),
        since(day).as("day"),
        since(weekStart).as("week"),
        since(monthStart).as("month"),
      ];
    })
    .where("key_id", "=", keyId)
    .where("byok", "=", 1)
    .executeTakeFirstOrThrow();
  const read = (name: Sum) => Number(sum[name]);
  return {
    byokUsage: { all: read("all"), day: read("day"), week: read("week"), month: read("month") },
  };
}
