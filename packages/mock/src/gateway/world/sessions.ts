import { kindFault, roleFault, scopeFault } from "@portico/core/rules/access";
import { toIso } from "@portico/core/rules/dates";
import { endedSession, foreignPage } from "@portico/core/rules/refused-callers";
import { isFromOwnPage, sessionCookie, sessionTokens } from "@portico/core/rules/session-cookie";
import { type Failure, refusal } from "../failure.ts";
import type { OperationPack } from "../pack.ts";
import { type Caller, callerOfKey, ofKind } from "./callers.ts";
import type { SessionRow, WorldData } from "./data.ts";
import { nowOf } from "./now.ts";
import type { World } from "./world.ts";

export const idleMs = 2 * 60 * 60 * 1000;
const seenEveryMs = 60_000;

export interface Visitor {
  readonly request: Request;
  /** In a page, where no reply can set a cookie that scripts cannot read: the world remembers who has signed in. */
  readonly remembersSignIn: boolean;
}

/** The caller of a session; null for a request that goes by its key. */
export function callerOfSession(
  world: World,
  { request, remembersSignIn }: Visitor,
  pack: OperationPack,
): Caller | null {
  const { headers } = request;
  if (headers.has("authorization") || headers.has("x-api-key")) return null;
  const token = tokenIn(request);
  const remembered = remembersSignIn ? (world.data.signedIn ?? null) : null;
  if (token === null && remembered === null) return null;
  if (token !== null && !isFromOwnPage(Object.fromEntries(headers), new URL(request.url).origin))
    throw refusal(401, foreignPage);
  const row = liveSessions(world.data).find((one) =>
    token === null ? one.record.id === remembered : one.token === token,
  );
  if (row === undefined) throw ended(request);
  noteUse(world, row);
  return row.secretHash === null
    ? callerOfPerson(row, pack)
    : ofKeySession(world, row, request, pack);
}

function ofKeySession(
  world: World,
  row: SessionRow,
  request: Request,
  pack: OperationPack,
): Caller {
  const caller = callerOfKey(world, row.secretHash ?? "");
  if (caller === null) throw ended(request);
  return ofKind({ ...caller, session: row }, pack);
}

/** The browser drops the cookie. */
function ended(request: Request): Failure {
  return refusal(401, endedSession, {
    "Set-Cookie": cookieOf(request, "", 0),
  });
}

function callerOfPerson(row: SessionRow, { facts }: OperationPack): Caller {
  const { role } = row.record;
  const caller: Caller = {
    kind: "management",
    row: null,
    workspaceId: row.workspaceId,
    secretEnds: null,
    session: row,
  };
  const fault = roleFault(role, facts);
  if (fault !== null) throw fault;
  return caller;
}

/** Those that have not ended, and whose key, if it was begun with one, may still be used with that secret. */
export function liveSessions(data: WorldData): SessionRow[] {
  const now = nowOf(data);
  return (data.sessions ?? []).filter(
    ({ record, ended, secretHash }) =>
      !ended &&
      Math.min(Date.parse(record.expires_at), Date.parse(record.idle_expires_at)) > now &&
      (secretHash === null || mayBeUsed(data, secretHash, now)),
  );
}

function mayBeUsed({ keys }: WorldData, hash: string, now: number): boolean {
  const isLeft = (iso: string | null) => iso === null || Date.parse(iso) > now;
  return keys.some(
    ({ record, earlier, deleted }) =>
      !(deleted || record.disabled) &&
      isLeft(record.expires_at) &&
      (record.hash === hash || earlier.some((one) => one.hash === hash && isLeft(one.until))),
  );
}

/** To the minute, like the gateway. */
function noteUse(world: World, row: SessionRow): void {
  const now = nowOf(world.data);
  if (now - Date.parse(row.record.last_seen_at) < seenEveryMs) return;
  row.record = {
    ...row.record,
    last_seen_at: toIso(now),
    idle_expires_at: toIso(Math.min(now + idleMs, Date.parse(row.record.expires_at))),
  };
  world.touch();
}

export function cookieOf({ url }: Request, token: string, seconds: number): string {
  return sessionCookie(new URL(url).origin, token, seconds);
}

function tokenIn({ url, headers }: Request): string | null {
  return sessionTokens(headers.get("cookie") ?? "", new URL(url).origin)[0] ?? null;
}

/** What a key or a session may call, of the operations that this gateway knows. */
export function operationsOf(caller: Caller, packs: readonly OperationPack[]): string[] {
  return packs
    .filter(({ facts }) => facts.key !== "none" && mayCall(caller, facts))
    .map(({ facts }) => facts.id)
    .toSorted();
}

function mayCall({ row, kind, session }: Caller, facts: OperationPack["facts"]): boolean {
  if (row === null && session !== null) return roleFault(session.record.role, facts) === null;
  const scope = row?.record.scope ?? "all";
  return kindFault(kind, facts.key) === null && scopeFault(scope, facts.scope) === null;
}
