import { type CalendarDay, calendarDay } from "@portico/core/rules/calendar";
import { paidOff, rateState } from "../money/rate.ts";
import { KeyTaken } from "../ports/errors.ts";
import type { FoundKey, KeyStore, OwnKey } from "../ports/keys.ts";
import type { FallenKey, RateState } from "../ports/money.ts";
import type { Database, KeyBalanceRow, KeyRow, WorkspaceRow } from "../schema.ts";
import type { Store } from "../store.ts";
import { createKey, deleteKey, rotateKey, updateKey } from "./key-changes.ts";
import { findKey, joined, toKeyRecord, toKeyRights } from "./key-records.ts";
import { listKeys } from "./list-keys.ts";
import { isUniqueViolation, mayBeStored } from "./rows.ts";

export function createKeyStore(
  database: Database,
  engine: Store["engine"],
): Omit<KeyStore, "expose"> {
  return {
    findByHash: (hash) => findByHash(database, hash),
    create: (actor, key) =>
      database
        .transaction()
        .execute((tx) => createKey(tx, actor, key))
        .catch(refuseTaken),
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

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw new KeyTaken("This text is a key already.", { cause: error });
  throw error;
}

function reasonOf({
  deleted_at_ms,
  disabled,
}: Pick<KeyRow, "deleted_at_ms" | "disabled">): FallenKey["reason"] {
  if (deleted_at_ms !== null) return "revoked";
  return disabled === 1 ? "disabled" : "expired";
}

/** A key as its own holder sees it, at this moment. */
async function findOwn(database: Database, keyId: number): Promise<OwnKey | null> {
  const nowMs = Date.now();
  const row = await joined(database).selectAll().where("k.id", "=", keyId).executeTakeFirst();
  if (row === undefined) return null;
  return {
    record: toKeyRecord(row),
    requests: rateOf(row, "requests", nowMs),
    tokens: rateOf(row, "tokens", nowMs),
    requestsInFlight:
      row.max_requests_in_flight === null ? null : await openRequests(database, keyId),
    byokUsage: await byokUsage(database, keyId, calendarDay(nowMs)),
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

/** From an index of requests with own credentials alone: a key without such requests costs one look-up. */
async function byokUsage(
  database: Database,
  keyId: number,
  { day, weekStart, monthStart }: CalendarDay,
): Promise<OwnKey["byokUsage"]> {
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
  const { all, day: today, week, month } = sum;
  return { all: Number(all), day: Number(today), week: Number(week), month: Number(month) };
}

/**
 * The key of a secret, by its hash: the present secret, or an earlier one. A rotation moves a hash from the first table
 * to the second in one transaction, so that a look-up in this order never misses it.
 */
async function findByHash(database: Database, hash: string): Promise<FoundKey | null> {
  if (!mayBeStored(hash)) return null;
  const present = await database
    .selectFrom("keys as k")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .selectAll("k")
    .select("w.revision")
    .where("k.hash", "=", hash)
    .executeTakeFirst();
  if (present !== undefined) return toFound(present, hash, null);
  const earlier = await database
    .selectFrom("key_secrets as s")
    .innerJoin("keys as k", "k.id", "s.key_id")
    .innerJoin("workspaces as w", "w.id", "k.workspace_id")
    .selectAll("k")
    .select(["w.revision", "s.until_ms"])
    .where("s.hash", "=", hash)
    .executeTakeFirst();
  return earlier === undefined ? null : toFound(earlier, hash, earlier.until_ms);
}

/** Read by one statement, so that the rights and the revision belong together. */
type Row = KeyRow & Pick<WorkspaceRow, "revision">;

function toFound(row: Row, secretHash: string, secretExpiresAtMs: number | null): FoundKey {
  return {
    caller: {
      keyId: row.id,
      keyHash: row.hash,
      kind: row.kind,
      organisationId: row.organisation_id,
      workspaceId: row.workspace_id,
      secretHash,
      secretExpiresAtMs,
      rights: toKeyRights(row),
      revision: row.revision,
      session: null,
    },
    deleted: row.deleted_at_ms !== null,
    disabled: row.disabled === 1,
    expiresAtMs: row.expires_at_ms,
  };
}
