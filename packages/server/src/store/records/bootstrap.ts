import { randomUUID } from "node:crypto";
import { systemActor } from "../ports/actor.ts";
import type { Database } from "../schema.ts";
import type { FirstIdentity, FirstRecords } from "../store.ts";
import { createKey } from "./key-changes.ts";
import { insertWorkspace } from "./workspaces.ts";

/** All or nothing, and once: the process that writes the installation's row creates the rest, others wait for it. */
export function bootstrap(database: Database, first: FirstRecords): Promise<FirstIdentity | null> {
  return database.transaction().execute(async (tx) => {
    const organisationId = randomUUID();
    const installed = await tx
      .insertInto("installation")
      .values({ id: 1, organisation_id: organisationId, created_at_ms: Date.now() })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("organisation_id")
      .executeTakeFirst();
    if (installed === undefined) return null;
    await tx
      .insertInto("organisations")
      .values({
        id: organisationId,
        name: first.organisationName,
        granted_nanousd: 0,
        created_at_ms: Date.now(),
      })
      .execute();
    const actor = systemActor(organisationId, "firstStart");
    const { id: workspaceId } = await insertWorkspace(
      tx,
      actor,
      first.workspace,
      null,
      first.workspaceId,
    );
    await createKey(tx, actor, { ...first.apiKey, workspaceId });
    await createKey(tx, actor, { ...first.managementKey, workspaceId });
    return { organisationId, workspaceId };
  });
}

/** The first organisation, and its oldest existing workspace. */
export async function firstIdentity(database: Database): Promise<FirstIdentity | null> {
  const row = await database
    .selectFrom("installation as i")
    .innerJoin("workspaces as w", "w.organisation_id", "i.organisation_id")
    .select(["i.organisation_id as organisationId", "w.id as workspaceId"])
    .where("w.deleted_at_ms", "is", null)
    .orderBy("w.created_at_ms")
    .orderBy("w.id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
