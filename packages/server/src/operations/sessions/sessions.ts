import type { Schema } from "@portico/contract";
import { toPage } from "@portico/core/rules/pages";
import { invalidToken, mistypedKey } from "@portico/core/rules/refused-callers";
import {
  foreignSignIn,
  mayEndAllSessions,
  mayNotEndAll,
  mayReadAllSessions,
  noSession,
  type SessionReader,
  whoHolds,
} from "@portico/core/rules/sessions";
import { usableKey } from "../../access/authenticate.ts";
import { accessFault } from "../../access/check-access.ts";
import type { Caller, KeyCaller } from "../../caller.ts";
import type { SignInSettings } from "../../configuration/sign-in.ts";
import { absent, GatewayError } from "../../errors.ts";
import { hashKey, isKey } from "../../secrets/key-format.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import type { SessionOwner } from "../../store/ports/sessions.ts";
import type { Gateway } from "../gateway.ts";
import { pageOf } from "../lists/lists.ts";
import { created, type Operation, ok, type Visit } from "../operation.ts";
import { toCurrentSession, toSession } from "./session-wire.ts";
import { startSession } from "./start-session.ts";

/** The key of the body is checked like one in a header. */
export const createSession: Operation<"createSession"> = async (
  { body },
  { gateway, visit, requestId },
) => {
  if (visit.isForeign) throw foreignSignIn();
  const attempt = gateway.signInGuard.attempt(visit.address);
  const caller = await callerWith(gateway, body.key.trim());
  const fault = accessFault(caller, { key: "any", scope: "spend", roles: [] }, visit.address);
  if (fault !== null) throw fault;
  attempt.succeeded();
  const key = await ownKey(gateway, caller);
  const { session, headers } = await startSession(
    gateway,
    {
      ...whoHolds(key),
      keyId: caller.keyId,
      secretHash: hashKey(body.key.trim()),
      organisationId: caller.organisationId,
      workspaceId: caller.workspaceId,
    },
    { visit, requestId, action: "createSession" },
  );
  return created(
    { data: toCurrentSession({ ...caller, session }, key, circumstances(gateway, visit)) },
    headers,
  );
};

async function callerWith({ store }: Gateway, key: string): Promise<KeyCaller> {
  if (!isKey(key)) throw invalidToken(mistypedKey);
  return usableKey(await store.keys.findByHash(hashKey(key)), Date.now()).caller;
}

export const getSession: Operation<"getSession"> = async (_, { caller, gateway, visit }) =>
  ok({
    data: toCurrentSession(caller, await ownKey(gateway, caller), circumstances(gateway, visit)),
  });

function circumstances(
  { configuration }: Gateway,
  { address }: { readonly address: string | null },
) {
  const { credits, tags: tagNames } = configuration;
  return { clientIp: address, mayGrant: credits.grants === "management", tagNames };
}

async function ownKey({ store }: Gateway, caller: Caller): Promise<KeyRecord | null> {
  if (caller.keyId === null) return null;
  const own = await store.keys.own(caller.keyId);
  // It was deleted after this request was authenticated.
  if (own === null) throw new GatewayError("unauthenticated");
  return own.record;
}

export const deleteSession: Operation<"deleteSession"> = async (
  _,
  { actor, caller, gateway, visit },
) => {
  if (caller.session === null) throw noSession();
  await gateway.store.sessions.end(actor, caller.session.id);
  return ok({ deleted: true }, visit.noSessionCookie());
};

export const listSessions: Operation<"listSessions"> = async ({ query }, { caller, gateway }) => {
  const listed = await gateway.store.sessions.list(caller.organisationId, {
    ...toPage(query),
    ...(mayReadAllSessions(readerOf(caller)) ? {} : { owner: ownerOf(caller) }),
  });
  return ok(pageOf("/sessions", query, listed, (record) => toSession(record, caller)));
};

export const revokeSession: Operation<"revokeSession"> = async (
  { params: { id } },
  { actor, caller, gateway },
) => {
  const owner = mayEndAllSessions(readerOf(caller)) ? undefined : ownerOf(caller);
  if (!(await gateway.store.sessions.end(actor, id.toLowerCase(), owner)))
    throw absent("session", id);
  return ok({ deleted: true });
};

export const revokeSessions: Operation<"revokeSessions"> = async (
  { query },
  { actor, caller, gateway, visit },
) => {
  if (query.all === true && !mayEndAllSessions(readerOf(caller))) throw mayNotEndAll();
  const owner = query.all === true ? undefined : ownerOf(caller);
  const count = await gateway.store.sessions.endAll(actor, owner);
  return ok({ deleted: true, count }, visit.noSessionCookie());
};

export const listSignInWays: Operation<"listSignInWays"> = async (_, { gateway, visit }) =>
  ok({ data: signInWays(gateway.configuration.signIn, visit) });

function ownerOf(caller: Caller): SessionOwner {
  return caller.session ?? { way: "key", subject: `key:${caller.keyId}` };
}

function readerOf(caller: Caller): SessionReader {
  if (caller.keyId === null) return { role: caller.session.role };
  return { kind: caller.kind, scope: caller.rights.scope };
}

type Way = Schema<"SignInWay">;

/** Addresses are relative to the console's own: a proxy may have put a path in front of both. */
function signInWays({ oidc, proxy }: SignInSettings, visit: Pick<Visit, "isNamed">): Way[] {
  const ways: Way[] = [];
  // Where no proxy names the visitor, its page could only refuse.
  if (proxy !== null && visit.isNamed())
    ways.push({
      way: "proxy",
      name: "your network",
      href: "sign-in/proxy",
      sign_out_href: proxy.signOutUrl,
      is_automatic: true,
    });
  if (oidc !== null)
    ways.push({
      way: "oidc",
      name: oidc.name,
      href: "sign-in/oidc",
      sign_out_href: "sign-out/oidc",
      is_automatic: false,
    });
  return [
    ...ways,
    { way: "key", name: "API key", href: null, sign_out_href: null, is_automatic: false },
  ];
}
