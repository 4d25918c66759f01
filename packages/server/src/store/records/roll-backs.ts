import { randomUUID } from "node:crypto";
import { toText } from "../fields.ts";
import type { Actor } from "../ports/actor.ts";
import type { RolledBackCanary } from "../ports/configuration.ts";
import type { Tx } from "../schema.ts";
import { recordChange } from "./audit-log.ts";

/** Those of another version are over: activating one begins its canaries again. */
export function readRollBacks(text: string | null, version: number): readonly RolledBackCanary[] {
  const kept: Kept | null = text === null ? null : JSON.parse(text);
  return kept?.version === version ? kept.canaries : [];
}

interface Kept {
  readonly version: number;
  readonly canaries: readonly RolledBackCanary[];
}

/** With the row of the version in use locked. False where another process was first. */
export async function noteRollBack(
  tx: Tx,
  actor: Actor,
  { version, roll_backs: text }: { readonly version: number; readonly roll_backs: string | null },
  canary: RolledBackCanary,
): Promise<boolean> {
  const known = readRollBacks(text, version);
  if (known.some(({ route }) => route === canary.route)) return false;
  const kept: Kept = { version, canaries: [...known, canary] };
  await tx
    .updateTable("configuration_in_use")
    .set({ roll_backs: toText(JSON.stringify(kept)) })
    .execute();
  const { route, atMs, ...found } = canary;
  await recordChange(tx, actor, {
    target: { type: "configuration", id: String(version) },
    workspaceId: null,
    before: { serves: true },
    after: { canary: route, serves: false, ...found },
  });
  await tx
    .insertInto("alerts")
    .values(alertOf(actor.organisationId, version, canary))
    .execute();
  return true;
}

function alertOf(organisationId: string, version: number, canary: RolledBackCanary) {
  const { route, atMs, ...details } = canary;
  const id = randomUUID();
  const subject = toText(`canary:${route}`);
  return {
    id,
    organisation_id: organisationId,
    kind: "canary_rolled_back" as const,
    subject,
    subject_name: toText(route),
    period: "all",
    dedupe_key: [organisationId, subject, version, id].join("|"),
    details: toText(JSON.stringify({ ...details, version })),
    created_at_ms: atMs,
  };
}
