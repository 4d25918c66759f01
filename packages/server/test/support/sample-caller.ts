import type { KeyCaller } from "../../src/caller.ts";
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
