import { toColumns, toFields, toText } from "../fields.ts";
import { type Actor, actorName } from "../ports/actor.ts";
import type {
  ConfigurationStore,
  ConfigurationVersion,
  NewVersion,
  SealedVersion,
} from "../ports/configuration.ts";
import { ConfigurationChanged } from "../ports/errors.ts";
import type { ConfigurationVersionRow, Database, Tx } from "../schema.ts";
import type { Store } from "../store.ts";
import { recordChange } from "./audit-log.ts";
import { noteRollBack, readRollBacks } from "./roll-backs.ts";

/** The oldest go first, but not the one in use. */
const mostKept = 200;
/** Places in one row of the audit log. */
const mostNamed = 100;

export function createConfigurationStore(
  database: Database,
  engine: Store["engine"],
): ConfigurationStore {
  const changing = <Result>(work: (tx: Tx) => Promise<Result>) =>
    database.transaction().execute(work);
  return {
    async inUse() {
      const { version } = await database
        .selectFrom("configuration_in_use")
        .select("version")
        .executeTakeFirstOrThrow();
      return version;
    },
    async list({ limit, before }) {
      const rows = await database
        .selectFrom("configuration_versions")
        .$if(before !== undefined, (query) => query.where("version", "<", before ?? 0))
        .selectAll()
        .orderBy("version", "desc")
        .limit(limit)
        .execute();
      return rows.map(toVersion);
    },
    async get(version) {
      const row = await find(database, version);
      return row === undefined ? null : toSealed(row);
    },
    async named(name) {
      const row = await database
        .selectFrom("configuration_versions")
        .selectAll()
        .where("name", "=", name)
        .orderBy("version", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : toVersion(row);
    },
    add: (actor, made) => changing((tx) => add(tx, engine, actor, made)),
    activate: (actor, version, inUse) =>
      changing((tx) => activate(tx, engine, actor, { version, inUse })),
    async rolledBack(version) {
      const { roll_backs: text } = await database
        .selectFrom("configuration_in_use")
        .select("roll_backs")
        .executeTakeFirstOrThrow();
      return readRollBacks(text, version);
    },
    rollBack: (actor, version, canary) =>
      changing(async (tx) => {
        const row = await lock(tx, engine);
        return row.version === version && (await noteRollBack(tx, actor, row, canary));
      }),
    rewrap: (currentVersion, rewrap) =>
      changing(async (tx) => {
        await lock(tx, engine);
        return await rewrapAll(tx, currentVersion, rewrap);
      }),
    async keyVersions() {
      const rows = await database
        .selectFrom("configuration_versions")
        .select("key_version")
        .distinct()
        .execute();
      return rows.map(({ key_version: version }) => version);
    },
  };
}

async function rewrapAll(
  tx: Tx,
  ...[currentVersion, rewrap]: Parameters<ConfigurationStore["rewrap"]>
): Promise<number> {
  const rows = await tx
    .selectFrom("configuration_versions")
    .selectAll()
    .where("key_version", "!=", currentVersion)
    .execute();
  for (const row of rows)
    await tx
      .updateTable("configuration_versions")
      .set(toColumns(rewrap(toSealed(row))))
      .where("version", "=", row.version)
      .execute();
  return rows.length;
}

async function add(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  { seal, parent, changes, ...made }: NewVersion,
): Promise<ConfigurationVersion> {
  const { newest } = await lockInUse(tx, engine, parent);
  const version = newest + 1;
  const nowMs = Date.now();
  const row = await tx
    .insertInto("configuration_versions")
    .values({
      ...toColumns({
        ...made,
        ...seal(version),
        changes,
      }),
      version,
      parent,
      created_by: toText(actorName(actor)),
      created_at_ms: nowMs,
      activated_at_ms: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("configuration_in_use")
    .set({ version, newest: version, roll_backs: null })
    .execute();
  await tx
    .deleteFrom("configuration_versions")
    .where("version", "<=", version - mostKept)
    .execute();
  await record(tx, actor, parent, toVersion(row));
  return toVersion(row);
}

async function activate(
  tx: Tx,
  engine: Store["engine"],
  actor: Actor,
  { version, inUse }: { readonly version: number; readonly inUse: number },
): Promise<ConfigurationVersion | null> {
  await lockInUse(tx, engine, inUse);
  const row = await tx
    .updateTable("configuration_versions")
    .set({ activated_at_ms: Date.now() })
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await tx.updateTable("configuration_in_use").set({ version, roll_backs: null }).execute();
  await record(tx, actor, inUse, toVersion(row));
  return toVersion(row);
}

function lock(tx: Tx, engine: Store["engine"]) {
  return tx
    .selectFrom("configuration_in_use")
    .selectAll()
    .$if(engine === "postgres", (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

async function lockInUse(tx: Tx, engine: Store["engine"], expected: number) {
  const row = await lock(tx, engine);
  if (row.version !== expected) throw new ConfigurationChanged(row.version);
  return row;
}

async function record(
  tx: Tx,
  actor: Actor,
  before: number,
  { version, name, note, changes }: ConfigurationVersion,
): Promise<void> {
  await recordChange(tx, actor, {
    target: { type: "configuration", id: String(version) },
    workspaceId: null,
    before: { version: before },
    after: { version, name, note, changes: changes.slice(0, mostNamed) },
  });
}

function find(database: Database, version: number) {
  return database
    .selectFrom("configuration_versions")
    .selectAll()
    .where("version", "=", version)
    .executeTakeFirst();
}

function toVersion(row: ConfigurationVersionRow): ConfigurationVersion {
  const changes: unknown = JSON.parse(row.changes);
  return {
    ...toFields(row, "ciphertext", "wrapped_data_key", "key_version", "changes"),
    changes: Array.isArray(changes) ? changes.map(String) : [],
  };
}

function toSealed(row: ConfigurationVersionRow): SealedVersion {
  const { ciphertext, wrapped_data_key: wrappedDataKey, key_version: keyVersion } = row;
  return { ...toVersion(row), text: { ciphertext, wrappedDataKey, keyVersion } };
}
