import { type Selectable, sql } from "kysely";
import { toColumns, toFields, toText } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import type { AuditFacts, AuditTarget } from "../ports/audit.ts";
import type {
  EndAtProvider,
  FoundSession,
  NewSession,
  SessionOwner,
  SessionRecord,
  SessionStore,
} from "../ports/sessions.ts";
import type { Database, Tx } from "../schema.ts";
import type { ConsoleSessionsTable } from "../tables/people.ts";
import { recordChange } from "./audit-log.ts";
import { live, noteUse, pruneUses } from "./live-sessions.ts";
import { listed, mayBeStored, removeInSteps } from "./rows.ts";

type Row = Selectable<ConsoleSessionsTable>;

/** Of one key or person at a time: the oldest ends where one more begins. */
const mostSessions = 20;
/** Sessions from before this limit end over several sign-ins. */
const surplusAtOnce = 100;

export function createSessionStore(database: Database): SessionStore {
  return {
    begin: (actor, session) =>
      database.transaction().execute((tx) => beginSession(tx, actor, session)),
    find: (tokenHash) => findSession(database, tokenHash),
    async ended(ids) {
      if (ids.length === 0) return [];
      const rows = await live(database)
        .where("s.id", "in", [...ids])
        .select("s.id")
        .execute();
      const alive = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !alive.has(id));
    },
    async seen(id) {
      const nowMs = Date.now();
      await database
        .updateTable("console_sessions")
        .set(({ ref, eb }) => ({
          last_seen_at_ms: nowMs,
          idle_expires_at_ms: eb(ref("idle_ms"), "+", nowMs),
        }))
        .where("id", "=", id)
        // An older clock of another node takes nothing back.
        .where("last_seen_at_ms", "<", nowMs)
        .execute();
    },
    list: (organisationId, { owner, ...page }) =>
      listed(
        live(database, organisationId, owner)
          .selectAll("s")
          .orderBy("s.created_at_ms", "desc")
          .orderBy("s.id", "desc"),
        page,
        toRecord,
      ),
    end: (actor, id, owner) =>
      mayBeStored(id)
        ? database.transaction().execute((tx) => endSession(tx, actor, id, owner))
        : Promise.resolve(false),
    endAll: (actor, owner) => database.transaction().execute((tx) => endSessions(tx, actor, owner)),
    endAtProvider: (actor, ended) =>
      database.transaction().execute((tx) => endAtProvider(tx, actor, ended)),
    async prune(nowMs) {
      await pruneUses(database, nowMs);
      return await removeInSteps(database, "console_sessions", sql`idle_expires_at_ms <= ${nowMs}`);
    },
  };
}

async function beginSession(
  tx: Tx,
  actor: Actor,
  { lifetimeMs, idleMs, attemptId = null, providerSession = null, ...session }: NewSession,
): Promise<SessionRecord> {
  if (attemptId !== null) await noteUse(tx, attemptId);
  const nowMs = Date.now();
  const row: Row = {
    ...toColumns({ ...session, idleMs, providerSession }),
    organisation_id: actor.organisationId,
    created_at_ms: nowMs,
    last_seen_at_ms: nowMs,
    expires_at_ms: nowMs + lifetimeMs,
    idle_expires_at_ms: nowMs + idleMs,
  };
  await tx.insertInto("console_sessions").values(row).execute();
  const record = toRecord(row);
  await recordChange(tx, actor, { ...targetOf(record), before: null, after: factsOf(record) });
  const surplus = await live(tx, actor.organisationId, session)
    .select("s.id")
    .where("s.id", "!=", session.id)
    .orderBy("s.created_at_ms", "desc")
    .orderBy("s.id", "desc")
    .offset(mostSessions - 1)
    .limit(surplusAtOnce)
    .execute();
  for (const { id } of surplus) await endSession(tx, actor, id, undefined);
  return record;
}

async function findSession(database: Database, tokenHash: string): Promise<FoundSession | null> {
  const row = await live(database)
    .innerJoin("workspaces as w", "w.id", "s.workspace_id")
    .where("s.token_hash", "=", tokenHash)
    .where("w.deleted_at_ms", "is", null)
    .selectAll("s")
    .select("w.revision")
    .executeTakeFirst();
  if (row === undefined) return null;
  const { organisation_id: organisationId, secret_hash: secretHash, revision } = row;
  return { ...toRecord(row), organisationId, secretHash, revision };
}

async function endSession(
  tx: Tx,
  actor: Actor,
  id: string,
  owner: SessionOwner | undefined,
): Promise<boolean> {
  const row = await live(tx, actor.organisationId, owner)
    .where("s.id", "=", id)
    .selectAll("s")
    .executeTakeFirst();
  if (row === undefined) return false;
  const { numDeletedRows } = await tx
    .deleteFrom("console_sessions")
    .where("id", "=", id)
    .executeTakeFirst();
  // Another request has ended it at the same time, and its event is in the log.
  if (numDeletedRows === 0n) return false;
  const record = toRecord(row);
  await recordChange(tx, actor, { ...targetOf(record), before: factsOf(record), after: null });
  return true;
}

async function endSessions(tx: Tx, actor: Actor, owner: SessionOwner | undefined): Promise<number> {
  const { organisationId } = actor;
  const rows = await live(tx, organisationId, owner).select("s.id").execute();
  let removal = tx.deleteFrom("console_sessions").where("organisation_id", "=", organisationId);
  if (owner !== undefined)
    removal = removal.where("way", "=", owner.way).where("subject", "=", owner.subject);
  await removal.execute();
  const target: AuditTarget = { type: "session", id: owner?.subject ?? "all" };
  await recordChange(tx, actor, {
    target,
    workspaceId: null,
    before: { sessions: rows.length },
    after: { sessions: 0 },
  });
  return rows.length;
}

/**
 * A session of which the provider gave no name may be the one that it means: it ends too, if the message names its person.
 */
async function endAtProvider(
  tx: Tx,
  actor: Actor,
  { subject, providerSession, useId }: EndAtProvider,
): Promise<number> {
  await noteUse(tx, useId);
  if (subject === null && providerSession === null) return 0;
  let meant = live(tx, actor.organisationId).where("s.way", "=", "oidc").select("s.id");
  if (subject !== null) meant = meant.where("s.subject", "=", toText(subject));
  if (providerSession !== null)
    meant = meant.where((eb) => {
      const isNamed = eb("s.provider_session", "=", toText(providerSession));
      return subject === null ? isNamed : isNamed.or("s.provider_session", "is", null);
    });
  const found = await meant.execute();
  let count = 0;
  for (const { id } of found) if (await endSession(tx, actor, id, undefined)) count += 1;
  return count;
}

function toRecord(row: Row): SessionRecord {
  return toFields(
    row,
    "organisation_id",
    "token_hash",
    "secret_hash",
    "idle_ms",
    "provider_session",
  );
}

function targetOf({ id, workspaceId }: SessionRecord) {
  const target: AuditTarget = { type: "session", id };
  return { target, workspaceId };
}

function factsOf({ way, subject, name, role, keyId, expiresAtMs }: SessionRecord): AuditFacts {
  return { way, subject, name, role, keyId, expiresAtMs };
}
