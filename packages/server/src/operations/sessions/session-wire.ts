import { operations, type Schema } from "@portico/contract";
import { toIso } from "@portico/core/rules/dates";
import { whoHolds } from "@portico/core/rules/sessions";
import { accessFault } from "../../access/check-access.ts";
import type { Caller } from "../../caller.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { SessionRecord } from "../../store/ports/sessions.ts";
import { toApiKey } from "../keys/api-key-wire.ts";

export function toSession(record: SessionRecord, caller: Caller): Schema<"Session"> {
  return {
    id: record.id,
    ...whoOf(record),
    key_id: record.keyId,
    ...timesOf(record),
    address: record.address,
    user_agent: record.userAgent,
    is_current: record.id === caller.session?.id,
  };
}

/** `key`: that of the caller; null for a person. */
interface Circumstances {
  readonly clientIp: string | null;
  /** Whether others than the operator on the machine grant credits. */
  readonly mayGrant: boolean;
  readonly tagNames: readonly string[];
}

export function toCurrentSession(
  caller: Caller,
  key: KeyRecord | null,
  { clientIp, mayGrant, tagNames }: Circumstances,
): Schema<"CurrentSession"> {
  const { session, organisationId, workspaceId } = caller;
  return {
    id: session?.id ?? null,
    ...whoOf(session ?? whoHolds(key)),
    organization_id: organisationId,
    workspace_id: workspaceId,
    key: key === null ? null : toSessionKey(key),
    operations: operationsOf(caller, clientIp).filter((id) => mayGrant || id !== "grantCredits"),
    tag_names: [...tagNames],
    ...(session === null ? noTimes : timesOf(session)),
  };
}

type Who = Pick<SessionRecord, "way" | "role" | "subject" | "name">;

function whoOf({ way, role, subject, name }: Who): Who {
  return { way, role, subject, name };
}

function toSessionKey(record: KeyRecord): Schema<"SessionKey"> {
  const { name, label } = toApiKey(record);
  return { id: record.id, kind: record.kind, name, label, scope: record.scope };
}

const noTimes = {
  created_at: null,
  last_seen_at: null,
  expires_at: null,
  idle_expires_at: null,
};

function timesOf({ createdAtMs, lastSeenAtMs, expiresAtMs, idleExpiresAtMs }: SessionRecord) {
  return {
    created_at: toIso(createdAtMs),
    last_seen_at: toIso(lastSeenAtMs),
    expires_at: toIso(expiresAtMs),
    idle_expires_at: toIso(Math.min(idleExpiresAtMs, expiresAtMs)),
  };
}

/** By the same rule that each request is checked with. */
function operationsOf(caller: Caller, clientIp: string | null): string[] {
  return Object.values(operations)
    .filter(({ key }) => key !== "none")
    .filter((needed) => accessFault(caller, needed, clientIp) === null)
    .map(({ id }) => id)
    .toSorted();
}
