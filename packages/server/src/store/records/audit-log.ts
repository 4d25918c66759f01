import { sql } from "kysely";
import { toFields, toText, toTextOrNull } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import type {
  AuditEvent,
  AuditedDeed,
  AuditFacts,
  AuditQuery,
  AuditStore,
  AuditTarget,
} from "../ports/audit.ts";
import type { Listed } from "../ports/page.ts";
import type { AuditEventRow, Database, Tx } from "../schema.ts";
import { listed, matching, removeInSteps } from "./rows.ts";

export interface AuditedChange {
  readonly target: AuditTarget;
  readonly workspaceId: string | null;
  /** Null if the target did not exist before, or does not exist afterwards. */
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** Writes one row of the audit log in the transaction of the change: both are kept, or neither. */
export async function recordChange(tx: Tx, actor: Actor, change: AuditedChange): Promise<void> {
  const { before, after } = differing(change);
  await tx
    .insertInto("audit_events")
    .values({
      organisation_id: actor.organisationId,
      created_at_ms: Date.now(),
      action: actor.action,
      ...(await partyOf(tx, actor)),
      client_ip: actor.clientIp,
      request_id: toTextOrNull(actor.requestId),
      workspace_id: change.workspaceId,
      target_type: change.target.type,
      target_id: toText(change.target.id),
      facts_before: before && JSON.stringify(before),
      facts_after: after && JSON.stringify(after),
    })
    .execute();
}

/** Names change and keys are deleted, so the row keeps the key's name at that time. */
async function partyOf(tx: Tx, { by }: Actor) {
  const noSession = { actor_subject: null, actor_session_id: null };
  const noKey = { actor_key_id: null, actor_key_kind: null, actor_name: null, ...noSession };
  if (by.type === "system") return { ...noKey, actor_type: by.type };
  if (by.type === "local") return { ...noKey, actor_type: by.type, actor_name: toText(by.name) };
  if (by.type === "user")
    return {
      ...noKey,
      actor_type: by.type,
      actor_name: toText(by.name),
      actor_subject: toText(by.subject),
      actor_session_id: by.sessionId,
    };
  const key = await tx
    .selectFrom("keys")
    .select(["name", "kind"])
    .where("id", "=", by.keyId)
    .executeTakeFirst();
  return {
    actor_type: by.type,
    actor_key_id: by.keyId,
    actor_key_kind: key?.kind ?? null,
    actor_name: key?.name ?? null,
    ...noSession,
    actor_session_id: by.sessionId ?? null,
  };
}

/** For an update, only the changed facts. */
function differing({ before, after }: AuditedChange): Pick<AuditedChange, "before" | "after"> {
  if (before === null || after === null) return { before, after };
  const differs = (field: string) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const only = (facts: AuditFacts) =>
    Object.fromEntries(Object.entries(facts).filter(([field]) => differs(field)));
  return { before: only(before), after: only(after) };
}

/** Something that changes no record of its own. */
export function recordDeed(database: Database, actor: Actor, deed: AuditedDeed): Promise<void> {
  return database.transaction().execute((tx) => recordChange(tx, actor, { ...deed, before: null }));
}

export function createAuditStore(database: Database): AuditStore {
  return {
    list: (organisationId, query) => list(database, organisationId, query),
    record: (actor, deed) => recordDeed(database, actor, deed),
    prune: (beforeMs) =>
      removeInSteps(
        database,
        "audit_events",
        sql`created_at_ms < ${beforeMs} order by created_at_ms`,
      ),
  };
}

async function list(
  database: Database,
  organisationId: string,
  query: AuditQuery,
): Promise<Listed<AuditEvent>> {
  let rows = database
    .selectFrom("audit_events")
    .where("organisation_id", "=", organisationId)
    .where(
      matching(query, "actorType", "actorKeyId", "action", "targetType", "targetId", "workspaceId"),
    )
    .selectAll()
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc");
  if (query.fromMs !== undefined) rows = rows.where("created_at_ms", ">=", query.fromMs);
  if (query.toMs !== undefined) rows = rows.where("created_at_ms", "<", query.toMs);
  return await listed(rows, query, toEvent);
}

function toEvent(row: AuditEventRow): AuditEvent {
  return {
    ...toFields(row, "organisation_id", "facts_before", "facts_after"),
    before: row.facts_before === null ? null : readFacts(row.facts_before),
    after: row.facts_after === null ? null : readFacts(row.facts_after),
  };
}

function readFacts(json: string): AuditFacts {
  const facts: unknown = JSON.parse(json);
  return typeof facts === "object" && facts !== null ? { ...facts } : {};
}
