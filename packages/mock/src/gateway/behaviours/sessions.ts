import type { Output, Schema } from "@portico/contract/facts";
import { absent } from "@portico/core/failures";
import { toIso } from "@portico/core/rules/dates";
import { refusal } from "../failure.ts";
import { examplesOf } from "../pack.ts";
import { acting, type Given } from "../world/acting.ts";
import { recordChange } from "../world/audit.ts";
import { type Caller, callerOf } from "../world/callers.ts";
import type { SessionRow } from "../world/data.ts";
import { pageOf } from "../world/page.ts";
import { cookieOf, idleMs, isFromOwnPage, liveSessions, operationsOf } from "../world/sessions.ts";
import { organisationId } from "./credits.ts";

const lifetimeMs = 12 * 60 * 60 * 1000;

/** The key is checked like one in a header. The cookie of the reply is the one that the world knows. */
export const createSession = acting<"createSession">(201, (given) => {
  const { body, world, call, replyHeaders } = given;
  const { request } = call;
  const says = ["sec-fetch-site", "origin", "referer"].some((name) => request.headers.has(name));
  if (says && !isFromOwnPage(request))
    throw refusal(403, "Only a page of the gateway itself may sign in.", {}, { right: "origin" });
  const caller = callerOf(world, body.key.trim(), call.pack);
  const { row } = caller;
  if (row === null) return example(given);
  const now = Date.now();
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
    ? example(given)
    : { data: currentOf(given, given.caller) },
);

export const deleteSession = acting<"deleteSession">(200, (given) => {
  const { caller, world, call, replyHeaders } = given;
  const { session } = caller;
  if (session === null)
    throw refusal(
      404,
      "The request has an API key and no session: there is nothing to sign out of.",
    );
  end(given, session);
  world.data.signedIn = null;
  replyHeaders["Set-Cookie"] = cookieOf(call.request, "", 0);
  return { deleted: true };
});

export const listSessions = acting<"listSessions">(200, ({ query, caller, world: { data } }) => {
  const isMeant = mayReadAll(caller) ? () => true : isOf(caller);
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
  const isMeant = mayEndAll(caller) ? () => true : isOf(caller);
  const row = liveSessions(world.data).find(
    (one) => one.record.id === params.id.toLowerCase() && isMeant(one),
  );
  if (row === undefined) throw absent("session", params.id);
  end(given, row);
  return { deleted: true };
});

export const revokeSessions = acting<"revokeSessions">(200, (given) => {
  const { query, caller, world, call, replyHeaders } = given;
  if (query.all === true && !mayEndAll(caller))
    throw refusal(
      403,
      "all=true needs the role admin, or a management key that may call every operation.",
      {},
      { right: "role", needed: ["admin"] },
    );
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

/** For a key that stands for no other. */
function example<Id extends "createSession" | "getSession">({ call }: Given<Id>): Output<Id> {
  return examplesOf(call.pack, call.pack.facts.method === "post" ? 201 : 200)[0]
    ?.value as Output<Id>;
}

function currentOf(
  { call }: Given<"createSession"> | Given<"getSession">,
  caller: Caller,
): Schema<"CurrentSession"> {
  const { row, session, workspaceId } = caller;
  const record = session?.record;
  const who = record ?? (row === null ? null : whoHolds(row.record));
  if (who === null) throw new Error("A caller without a session has a key.");
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
    created_at: record?.created_at ?? null,
    last_seen_at: record?.last_seen_at ?? null,
    expires_at: record?.expires_at ?? null,
    idle_expires_at: record?.idle_expires_at ?? null,
  };
}

function keyOf({ id, kind, name, label, scope }: Schema<"ApiKey">): Schema<"SessionKey"> {
  return { id, kind, name, label, scope };
}

function whoHolds({ id, kind, name }: Schema<"ApiKey">) {
  const role = kind === "management" ? "admin" : "holder";
  return { way: "key", role, subject: `key:${id}`, name } as const;
}

/** An admin, or a key that reads everything: sessions have addresses of people. */
function mayReadAll({ kind, row, session }: Caller): boolean {
  if (row === null) return session === null || session.record.role === "admin";
  return kind === "management" && row.record.scope !== "spend";
}

function mayEndAll({ kind, row, session }: Caller): boolean {
  if (row === null) return session === null || session.record.role === "admin";
  return kind === "management" && row.record.scope === "all";
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
