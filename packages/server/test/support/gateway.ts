import { randomBytes, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Serving, type StartParts, startGateway } from "../../src/assembly/start-gateway.ts";
import { parseConfiguration } from "../../src/configuration/load-configuration.ts";
import { createLog, type LogStream } from "../../src/observability/log.ts";
import { noTelemetry, type Telemetry } from "../../src/observability/telemetry.ts";
import { newWorkspace } from "../../src/operations/organisation/workspaces.ts";
import { createConfigurations } from "../../src/process/configurations.ts";
import { FollowedConfiguration } from "../../src/process/follow-configuration.ts";
import { startingVersion } from "../../src/process/stored-configuration.ts";
import { newKey } from "../../src/secrets/key-format.ts";
import { readMasterKeys } from "../../src/secrets/master-key.ts";
import { createSecrets, type Secrets } from "../../src/secrets/secrets.ts";
import type { StorePlace } from "../../src/store/open-store.ts";
import { unrestricted } from "../../src/store/ports/key-rights.ts";
import type { NewKey } from "../../src/store/ports/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { actorIn } from "../store/actor-in.ts";
import { embedded, type TestEngine, type TestPlace } from "../store/engines.ts";
import { rawSql } from "../store/raw-sql.ts";

export interface TestGateway extends AsyncDisposable {
  /** Ends in `/api/v1`. */
  readonly api: string;
  readonly url: string;
  readonly operatorUrl: string | null;
  readonly store: Store;
  readonly place: StorePlace;
  /** Of SQLite; empty where the store is PostgreSQL. */
  readonly dataFolder: string;
  readonly secrets: Secrets;
  readonly own: TestTenant;
  /** One more gateway on the same store, over connections of its own, as another node would be. Closed with this one, or before. */
  another(options?: TestGatewayOptions): Promise<Serving & { readonly api: string }>;
  /** One more organisation, with keys and a workspace of its own. */
  addTenant(): Promise<TestTenant>;
}

export interface TestTenant {
  readonly organisationId: string;
  readonly workspaceId: string;
  readonly ordinary: string;
  readonly management: string;
  /** Makes a key and gives its secret. */
  addKey(change?: Partial<NewKey>): Promise<string>;
  /** One more workspace of the same organisation. */
  neighbour(): Promise<{ readonly workspaceId: string }>;
}

export interface TestGatewayOptions extends Partial<Pick<StartParts, "host" | "operatorPages">> {
  /** The configuration that it starts with. Left out, it is the version in use of its store. */
  readonly yaml?: string;
  readonly logStream?: LogStream;
  readonly telemetry?: Telemetry;
  /** How often the keys of running requests are looked at. */
  readonly keyCheckMs?: number;
  /** SQLite where it is left out. */
  readonly engine?: TestEngine;
  /** In place of a store of its own, and closed with the gateway. */
  readonly store?: Store;
}

const silent: LogStream = { write: () => {} };

/** The whole gateway on a port of its own, over an embedded store in a folder of its own. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const place = await (options.engine ?? embedded).makePlace();
  const store = options.store ?? (await place.open());
  const secrets = createSecrets(readMasterKeys(randomBytes(32).toString("base64")));
  const serving: Serving[] = [];
  const start = async (
    own: Store,
    {
      yaml,
      logStream = silent,
      telemetry = noTelemetry,
      host = "127.0.0.1",
      operatorPages = { metricsPort: null, metricsToken: null },
      keyCheckMs,
    }: TestGatewayOptions,
  ) => {
    const log = createLog("info", logStream);
    const folder = folderOf(place) || tmpdir();
    const parts = {
      ...{ store: own, secrets, path: null, references: { environment: {} } },
      ...{ secretsFolder: join(folder, "secrets"), log },
    };
    const configuration =
      yaml === undefined
        ? await startingVersion(parts)
        : parseConfiguration(yaml, { file: null, environment: {} });
    const followed = new FollowedConfiguration(parts, configuration);
    const gateway = await startGateway({
      host,
      dataFolder: folder,
      operatorPages,
      port: 0,
      // The callers are this process's own, and ask nothing more.
      lingerMs: 0,
      store: own,
      configuration,
      configurations: createConfigurations(parts, followed),
      secrets,
      log,
      telemetry,
      ...(keyCheckMs !== undefined && { keyCheckMs }),
    });
    followed.follow(gateway.use);
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= followed.close().then(() => gateway.close());
      return closing;
    };
    serving.push({ ...gateway, close });
    return { ...gateway, close, api: `${gateway.url}/api/v1` };
  };
  const own = await firstTenant(store);
  const { url, api, operatorUrl } = await start(store, options);
  return {
    url,
    operatorUrl,
    api,
    store,
    place: place.place,
    dataFolder: folderOf(place),
    secrets,
    own,
    another: async (other = options) => start(options.store ?? (await place.open()), other),
    addTenant: () => addTenant(store, place.place),
    async [Symbol.asyncDispose]() {
      await Promise.all(serving.map((gateway) => gateway.close()));
      await place[Symbol.asyncDispose]();
    },
  };
}

async function firstTenant(store: Store): Promise<TestTenant> {
  const ordinary = newKey("ordinary");
  const management = newKey("management");
  const identity = await store.bootstrap({
    organisationName: "Own",
    workspace: { ...newWorkspace, name: "Default", slug: "default" },
    apiKey: keyRecord(ordinary),
    managementKey: keyRecord(management),
  });
  if (identity === null) throw new Error("The store is not empty.");
  return {
    ...identity,
    ordinary: ordinary.secret,
    management: management.secret,
    addKey: keyMaker(store, identity.organisationId, identity.workspaceId),
    neighbour: () => addWorkspace(store, identity.organisationId),
  };
}

/** The store's port makes one organisation only, so the second one's row is written beside it. */
async function addTenant(store: Store, place: StorePlace): Promise<TestTenant> {
  const organisationId = randomUUID();
  await rawSql(
    place,
    `insert into organisations (id, name, granted_nanousd, created_at_ms)
      values ('${organisationId}', 'Foreign', 0, 0)`,
  );
  const settings = { ...newWorkspace, name: "Foreign", slug: "foreign" };
  const { id: workspaceId } = await store.workspaces.create(
    actorIn(organisationId),
    settings,
    null,
  );
  const addKey = keyMaker(store, organisationId, workspaceId);
  const ordinary = await addKey();
  const management = await addKey({ kind: "management" });
  const neighbour = () => addWorkspace(store, organisationId);
  return { organisationId, workspaceId, ordinary, management, addKey, neighbour };
}

async function addWorkspace(store: Store, organisationId: string) {
  const slug = `w-${randomUUID().slice(0, 8)}`;
  const settings = { ...newWorkspace, name: "Neighbour", slug };
  const { id: workspaceId } = await store.workspaces.create(
    actorIn(organisationId),
    settings,
    null,
  );
  return { workspaceId };
}

function keyMaker(store: Store, organisationId: string, workspaceId: string) {
  return async (change: Partial<NewKey> = {}) => {
    const key = newKey(change.kind ?? "ordinary");
    await store.keys.create(actorIn(organisationId), { ...keyRecord(key), workspaceId, ...change });
    return key.secret;
  };
}

function keyRecord({ hash, label, kind }: ReturnType<typeof newKey>): Omit<NewKey, "workspaceId"> {
  return {
    hash,
    label,
    name: "test",
    kind,
    limitNanousd: null,
    limitReset: null,
    requestsPerMinute: null,
    tokensPerMinute: null,
    expiresAtMs: null,
    createdBy: null,
    ownerEmail: null,
    ...unrestricted,
  };
}

export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

export function jsonHeaders(key: string): Record<string, string> {
  return { ...bearer(key), "content-type": "application/json" };
}

/** With PostgreSQL nothing of a test gateway is in a folder. */
function folderOf({ place }: TestPlace): string {
  return "dataFolder" in place ? place.dataFolder : "";
}
