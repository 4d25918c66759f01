import type { KeyCaller, PersonCaller } from "../../src/caller.ts";
import { unrestricted } from "../../src/store/ports/key-rights.ts";

/** An ordinary key without restrictions, with the given changes. */
export function sampleCaller(change: Partial<KeyCaller> = {}): KeyCaller {
  const keyHash = change.keyHash ?? "h";
  return {
    keyId: 1,
    keyHash,
    kind: "ordinary",
    organisationId: "o",
    workspaceId: "w",
    secretHash: keyHash,
    secretExpiresAtMs: null,
    rights: unrestricted,
    revision: 0,
    session: null,
    ...change,
  };
}

/** A person who has signed in without a key. */
export function samplePerson(id: string): PersonCaller {
  const times = { createdAtMs: 0, lastSeenAtMs: 0, expiresAtMs: 1, idleExpiresAtMs: 1 };
  return {
    ...sampleCaller({ kind: "management", keyHash: id, secretHash: null }),
    ...{ keyId: null, kind: "management" },
    session: {
      ...{ id, workspaceId: "w", way: "oidc", subject: id, name: id, role: "admin", keyId: null },
      ...{ address: null, userAgent: null, ...times },
    },
  };
}
