import { workspaceNameOf } from "../alerts/alert-record.ts";
import { writeExposedAlert } from "../alerts/crossings.ts";
import { toFlag, toTextOrNull } from "../fields.ts";
import type { ExposedKey, ExposureReport, KeySighting, KeyStore } from "../ports/keys.ts";
import type { Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { changeOfKey } from "./audited-fields.ts";
import { joined, toKeyRecord } from "./key-records.ts";
import { isLastManagementKey } from "./last-management-key.ts";
import { lockOrganisation, touchWorkspace } from "./locks.ts";
import { writeNotices } from "./outbox.ts";

type Engine = Store["engine"];

/** Hashes per statement. */
const lookUpStep = 200;

/**
 * One transaction per key: each is short, and keys that were marked before a crash stay marked. Reporting the same
 * keys again does the rest.
 */
export function createExposure(database: Database, engine: Engine): KeyStore["expose"] {
  return async (report) => {
    const exposed: ExposedKey[] = [];
    for (const found of await foundOf(database, report)) {
      const one = await database.transaction().execute((tx) => expose(tx, engine, found, report));
      if (one !== null) exposed.push(one);
    }
    return exposed;
  };
}

interface Found {
  readonly id: number;
  /** Of the reported secret, the present one or an earlier one that is still valid. */
  readonly hash: string;
}

async function foundOf(
  database: Database,
  { organisationId, hashes }: ExposureReport,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < hashes.length; start += lookUpStep) {
    const rows = await database
      .selectFrom("keys")
      .select(["id", "hash"])
      .where("hash", "in", hashes.slice(start, start + lookUpStep))
      .where("deleted_at_ms", "is", null)
      .$if(organisationId !== null, (query) =>
        query.where("organisation_id", "=", organisationId ?? ""),
      )
      .execute();
    const earlier = await database
      .selectFrom("key_secrets as s")
      .innerJoin("keys as k", "k.id", "s.key_id")
      .select(["k.id", "s.hash"])
      .where("s.hash", "in", hashes.slice(start, start + lookUpStep))
      .where("s.until_ms", ">", Date.now())
      .where("k.deleted_at_ms", "is", null)
      .$if(organisationId !== null, (query) =>
        query.where("k.organisation_id", "=", organisationId ?? ""),
      )
      .execute();
    found.push(...rows, ...earlier);
  }
  return found;
}

/** Marks one key, disables it if asked, and writes its notices: all or nothing. */
async function expose(
  tx: Tx,
  engine: Engine,
  { id, hash }: Found,
  report: ExposureReport,
): Promise<ExposedKey | null> {
  const before = await find(tx, id);
  if (before === undefined) return null;
  const { organisation_id: organisationId, workspace_id: workspaceId } = before;
  const as = async (row: Row, isNew: boolean, isKeptAsLast: boolean): Promise<ExposedKey> => {
    const workspaceName = (await workspaceNameOf(tx, workspaceId)) ?? "";
    return {
      key: toKeyRecord(row),
      secretHash: hash,
      organisationId,
      workspaceName,
      isNew,
      isKeptAsLast,
    };
  };
  // A second report changes nothing, so other nodes need not read anything again.
  if (before.exposed_at_ms !== null) return as(before, false, false);
  const mayBeLast = report.disable && before.kind === "management";
  // Organisations are locked before anything else.
  if (mayBeLast) await lockOrganisation(tx, engine, organisationId);
  // The workspace's lock puts several reports of a key in order.
  await touchWorkspace(tx, organisationId, workspaceId);
  const isKeptAsLast = mayBeLast && (await isLastManagementKey(tx, organisationId, id));
  const disable = report.disable && !isKeptAsLast;
  const isNew = await mark(tx, id, report.sightingOf(hash), disable);
  const row = await find(tx, id);
  if (row === undefined) return null;
  const exposed = await as(row, isNew, isKeptAsLast);
  if (!isNew) return exposed;
  await recordChange(
    tx,
    report.actorIn(organisationId),
    changeOfKey(toKeyRecord(before), exposed.key),
  );
  const alert = { id: await writeExposedAlert(tx, engine, exposed), organisationId };
  await writeNotices(tx, engine, alert, report.noticesOf(exposed));
  return exposed;
}

type Row = NonNullable<Awaited<ReturnType<typeof find>>>;

function find(tx: Tx, id: number) {
  return joined(tx).selectAll().where("k.id", "=", id).executeTakeFirst();
}

/** False if the key was marked before: then it stays unchanged, even if its owner has enabled it again. */
async function mark(
  tx: Tx,
  id: number,
  { source, url }: KeySighting,
  disable: boolean,
): Promise<boolean> {
  const nowMs = Date.now();
  const { numUpdatedRows } = await tx
    .updateTable("keys")
    .set({
      exposed_at_ms: nowMs,
      exposed_source: toTextOrNull(source),
      exposed_url: toTextOrNull(url),
      updated_at_ms: nowMs,
      ...(disable ? { disabled: toFlag(true) } : {}),
    })
    .where("id", "=", id)
    .where("deleted_at_ms", "is", null)
    .where("exposed_at_ms", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
