import { withoutKeys } from "@portico/core/rules/key-text";
import { z } from "zod";
import type { ExposedKey } from "../store/ports/keys.ts";

export const exposedKeyKind = "key.exposed";

/** The content of a notice about an exposed key, as webhooks get it: what identifies the key, never the key itself. */
export const exposedKeyFacts = z.object({
  key_id: z.int(),
  key_name: z.string(),
  key_label: z.string(),
  key_kind: z.enum(["ordinary", "management"]),
  workspace_id: z.string(),
  workspace_name: z.string(),
  exposed_at: z.string(),
  source: z.string().nullable(),
  url: z.string().nullable(),
  disabled: z.boolean(),
  kept_as_last_management_key: z.boolean(),
});

export type ExposedKeyFacts = z.output<typeof exposedKeyFacts>;

export function toExposedKeyFacts({
  key,
  workspaceName,
  isKeptAsLast,
}: ExposedKey): ExposedKeyFacts {
  return {
    key_id: key.id,
    // People choose names freely: a name may contain a key.
    key_name: withoutKeys(key.name),
    key_label: key.label,
    key_kind: key.kind,
    workspace_id: key.workspaceId,
    workspace_name: withoutKeys(workspaceName),
    exposed_at: new Date(key.exposedAtMs ?? Date.now()).toISOString(),
    source: key.exposedSource,
    url: key.exposedUrl,
    disabled: key.disabled,
    kept_as_last_management_key: isKeptAsLast,
  };
}
