import type { Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { toIso } from "@portico/core/rules/dates";
import { isFromForeignPage } from "@portico/core/rules/session-cookie";
import {
  foreignSignIn,
  mayEndAllSessions,
  mayNotEndAll,
  mayReadAllSessions,
  noSession,
  type SessionReader,
  whoHolds,
} from "@portico/core/rules/sessions";
import { acting, type Given } from "../world/acting.ts";
import { recordChange } from "../world/audit.ts";
import { type Caller, callerOf } from "../world/callers.ts";
import type { SessionRow } from "../world/data.ts";
import { nowOf } from "../world/now.ts";
import { pageOf } from "../world/page.ts";
import { cookieOf, idleMs, liveSessions, operationsOf } from "../world/sessions.ts";
import { tagNames } from "../world/settings.ts";
import { organisationId } from "./credits.ts";

const lifetimeMs = 12 * 60 * 60 * 1000;

/** The key is checked like one in a header. The cookie of the reply is the one that the world knows. */
export const createSession = acting<"createSession">(201, (given) => {
  const { body, world, call, replyHeaders } = given;
  const { request } = call;
  if (isFromForeignPage(Object.fromEntries(request.headers), new URL(request.url).origin))
    throw foreignSignIn();
  const caller = callerOf(world, body.key.trim(), call.pack);
  const { row } = caller;
  if (row === null) return given.example();
  const now = nowOf(world.data);
  const session: SessionRow = {
    record: {
      id: world.uuid(),
      ...whoHolds(row.record),
      key_id: row.record.id,
      created_at: toIso(now),
      last_seen_at: toIso(now),
      expires_at: toIso(now + lifetimeMs),
      idle_expires_at: toIso(now + idleMs),
      address: null,
      user_agent: request.headers.get("user-agent"),
      is_current: false,
    },
    workspaceId: caller.workspaceId,
    token: `mock-${world.uuid()}`,
    ended: false,
    secretHash: row.record.hash,
  };
  world.data.sessions = [...(world.data.sessions ?? []), session];
  world.data.signedIn = session.record.id;
  replyHeaders["Set-Cookie"] = cookieOf(request, session.token, lifetimeMs / 1000);
  const signedIn = { ...caller, session };
  recordChange({ ...given, caller: signedIn }, changeOf(session, null, factsOf(session)));
  return { data: currentOf(given, signedIn) };
});

export const getSession = acting<"getSession">(200, (given) =>
  given.caller.row === null && given.caller.session === null
    ? given.example()
    : { data: currentOf(given, given.caller) },
);

export const deleteSession = acting<"deleteSession">(200, (given) => {
  const { caller, world, call, replyHeaders } = given;
  const { session } = caller;
  if (session === null) throw noSession();
  end(given, session);
  world.data.signedIn = null;
  replyHeaders["Set-Cookie"] = cookieOf(call.request, "", 0);
  return { deleted: true };
});

export const listSessions = acting<"listSessions">(200, ({ query, caller, world: { data } }) => {
  const isMeant = mayReadAllSessions(readerOf(caller)) ? () => true : isOf(caller);
  const shown = liveSessions(data)
    .filter(isMeant)
    .map(({ record }) => ({
      ...record,
      is_current: record.id === caller.session?.record.id,
    }))
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1));
  return pageOf(shown, "/sessions", query);
});

export const revokeSession = acting<"revokeSession">(200, (given) => {
  const { params, caller, world } = given;
  const isMeant = mayEndAllSessions(readerOf(caller)) ? () => true : isOf(caller);
  const row = liveSessions(world.data).find(
    (one) => one.record.id === params.id.toLowerCase() && isMeant(one),
  );
  if (row === undefined) throw absent("session", params.id);
  end(given, row);
  return { deleted: true };
});

export const revokeSessions = acting<"revokeSessions">(200, (given) => {
  const { query, caller, world, call, replyHeaders } = given;
  if (query.all === true && !mayEndAllSessions(readerOf(caller))) throw mayNotEndAll();
  const meant = liveSessions(world.data).filter(query.all === true ? () => true : isOf(caller));
  for (const row of meant) row.ended = true;
  recordChange(given, {
    target: { type: "session", id: query.all === true ? "all" : subjectOf(caller) },
    workspaceId: null,
    before: { sessions: meant.length },
    after: { sessions: 0 },
  });
  replyHeaders["Set-Cookie"] = cookieOf(call.request, "", 0);
  return { deleted: true, count: meant.length };
});

function currentOf(
  { call, world }: Given<"createSession"> | Given<"getSession">,
  caller: Caller,
): Schema<"CurrentSession"> {
  const { row, session, workspaceId } = caller;
  const record = session?.record;
  const who = record ?? whoHolds(row?.record ?? null);
  return {
    id: record?.id ?? null,
    way: who.way,
    role: who.role,
    subject: who.subject,
    name: who.name,
    organization_id: organisationId,
    workspace_id: workspaceId,
    key: row === null ? null : keyOf(row.record),
    operations: operationsOf(caller, call.packs),
    tag_names: [...tagNames(world.data)],
    created_at: record?.created_at ?? null,
    last_seen_at: record?.last_seen_at ?? null,
    expires_at: record?.expires_at ?? null,
    idle_expires_at: record?.idle_expires_at ?? null,
  };
}

function keyOf({ id, kind, name, label, scope }: Schema<"ApiKey">): Schema<"SessionKey"> {
  return { id, kind, name, label, scope };
}

/** A key that stands for no other reads and ends everything. */
function readerOf({ kind, row, session }: Caller): SessionReader {
  if (row !== null) return { kind, scope: row.record.scope };
  return { role: session?.record.role ?? "admin" };
}

function subjectOf({ row, session }: Caller): string {
  return session?.record.subject ?? `key:${row?.record.id}`;
}

function isOf(caller: Caller): (row: SessionRow) => boolean {
  const way = caller.session?.record.way ?? "key";
  return ({ record }) => record.way === way && record.subject === subjectOf(caller);
}

function end(given: Given<"deleteSession"> | Given<"revokeSession">, row: SessionRow): void {
  row.ended = true;
  recordChange(given, changeOf(row, factsOf(row), null));
}

function changeOf(
  { record, workspaceId }: SessionRow,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
) {
  return { target: { type: "session", id: record.id }, workspaceId, before, after };
}

function factsOf({ record }: SessionRow): Readonly<Record<string, unknown>> {
  const { way, subject, name, role, key_id, expires_at } = record;
  return { way, subject, name, role, key_id, expires_at };
}
