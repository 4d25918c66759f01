import type { Caller } from "../../caller.ts";
import type { Asker } from "../../routing/circuits.ts";

/** The caller's identity for routing. */
export function askerOf({ keyHash, workspaceId }: Caller): Asker {
  return { key: keyHash, workspace: workspaceId };
}
