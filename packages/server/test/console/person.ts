import { randomUUID } from "node:crypto";
import { hashKey, newSessionToken } from "../../src/secrets/key-format.ts";
import type { NewSession } from "../../src/store/ports/sessions.ts";
import { actorIn } from "../store/actor-in.ts";
import type { TestGateway, TestTenant } from "../support/gateway.ts";
import { type BrowserSession, sessionWith } from "./browser.ts";

const hourMs = 3_600_000;

/** For portico.yaml: a gateway that offers no sign-in without a key refuses such sessions. No provider is asked. */
export const withPeople = `console:
  sign_in: { oidc: { issuer: "http://127.0.0.1:9", client_id: portico, default_role: viewer } }`;

export function newPersonSession(
  { workspaceId }: Pick<TestTenant, "workspaceId">,
  change: Partial<NewSession> = {},
): NewSession {
  return {
    ...{ id: randomUUID(), tokenHash: hashKey(newSessionToken()), workspaceId },
    ...{ way: "oidc", subject: "ada", name: "Ada", role: "viewer" },
    ...{ keyId: null, secretHash: null, lifetimeMs: 12 * hourMs, idleMs: 2 * hourMs },
    ...{ address: null, userAgent: null },
    ...change,
  };
}

/** A browser whose person has signed in without a key. */
export async function signInPerson(
  { api, store, own }: Pick<TestGateway, "api" | "store" | "own">,
  change: Partial<NewSession> = {},
): Promise<BrowserSession> {
  const token = newSessionToken();
  const session = newPersonSession(own, { tokenHash: hashKey(token), ...change });
  await store.sessions.begin(actorIn(own.organisationId), session);
  return sessionWith(api, `portico-session=${token}`, session.id);
}
