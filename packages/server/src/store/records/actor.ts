import type { Actor } from "../ports/actor.ts";

/** For changes by the gateway itself. */
export function systemActor(organisationId: string, action: string): Actor {
  return { organisationId, action, by: { type: "system" }, clientIp: null, requestId: null };
}

/** For the command line, directly on the store. */
export function localActor(organisationId: string, action: string, name: string): Actor {
  return { organisationId, action, by: { type: "local", name }, clientIp: null, requestId: null };
}

/** The value of `created_by` if the caller names none. */
export function actorName({ by }: Actor): string {
  if (by.type === "key") return `key:${by.keyId}`;
  return by.type === "user" ? `user:${by.subject}` : by.type;
}
