import { randomUUID } from "node:crypto";
import { databaseNow } from "../database-clock.ts";
import type { ExposedKey } from "../ports/keys.ts";
import type { Tx } from "../schema.ts";
import type { Store } from "../store.ts";

/** Marked as fanned out: the notices of an exposed key are written beside it. Returns the alert's id. */
export async function writeExposedAlert(
  tx: Tx,
  engine: Store["engine"],
  { key, organisationId, isKeptAsLast }: ExposedKey,
): Promise<string> {
  const id = randomUUID();
  const subject = `key:${key.id}`;
  await tx
    .insertInto("alerts")
    .values({
      id,
      organisation_id: organisationId,
      workspace_id: key.workspaceId,
      kind: "key_exposed",
      subject,
      subject_name: key.name,
      threshold_percent: null,
      period: "all",
      limit_nanousd: null,
      spent_nanousd: null,
      dedupe_key: [organisationId, subject, "exposed", key.exposedAtMs].join("|"),
      details: JSON.stringify({
        source: key.exposedSource,
        url: key.exposedUrl,
        disabled: key.disabled,
        kept_as_last_management_key: isKeptAsLast,
      }),
      created_at_ms: databaseNow(engine),
      fanned_out_at_ms: databaseNow(engine),
      seen_at_ms: null,
      resolved_at_ms: null,
    })
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  return id;
}
