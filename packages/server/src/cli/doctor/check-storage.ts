import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import {
  findMasterKeys,
  type KeptAt,
  type MasterKeys,
  masterKeyPath,
} from "../../secrets/master-key.ts";
import { createSecrets } from "../../secrets/secrets.ts";
import { describeUnopened, explainUnopened, findUnopened } from "../../secrets/unopened.ts";
import { openStore, storeDefaults, storePlace } from "../../store/open-store.ts";
import type { HostFound } from "../../store/postgres/host-pools.ts";
import type { Store } from "../../store/store.ts";
import { hasStore } from "../local/local-store.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

/** Opens the store as the gateway does, with its migrations, writes to it, and opens its sealed secrets. */
export async function checkStorage(config: Config): Promise<readonly Finding[]> {
  const { finding, keys } = checkSecret(config);
  return [finding, ...(await checkHosts(config)), ...(await checkStore(config, keys))];
}

/** Where a URL lists several hosts, what each of them is. */
async function checkHosts({ databaseUrl, databaseReadUrl }: Config): Promise<readonly Finding[]> {
  if (databaseUrl === null) return [];
  const { hostsIn } = await import("../../store/postgres/database-hosts.ts");
  const { lookAtHost } = await import("../../store/postgres/host-pools.ts");
  const of = async (variable: string, url: string | null) => {
    const hosts = url === null ? [] : hostsIn(url);
    // A single one shows what it can when the store is opened.
    if (hosts.length < 2) return [];
    const found = await Promise.all(
      hosts.map((host) => lookAtHost(host, storeDefaults.connectTimeoutMs)),
    );
    return found.map(({ host: { name }, problem, ...role }) =>
      problem === null
        ? ok(variable, `${name} answers, as a ${wordFor(role)}`)
        : warning(variable, `${name} is passed over: ${problem}`),
    );
  };
  return [
    ...(await of("DATABASE_URL", databaseUrl)),
    ...(await of("DATABASE_READ_URL", databaseReadUrl)),
  ];
}

function wordFor({ isStandby, node }: Pick<HostFound, "isStandby" | "node">): string {
  if (isStandby) return "standby";
  if (node === null) return "primary";
  return node.group === 0 ? "coordinator of Citus" : "worker of Citus";
}

async function checkStore(
  config: Config,
  keys: MasterKeys | null | undefined,
): Promise<readonly Finding[]> {
  if (!hasStore(config))
    return [warning("storage", "there is no database yet: the first start creates it")];
  try {
    const store = await openStore(storePlace(config));
    try {
      return [
        await checkWriting(store),
        ...(await checkVersion(store)),
        ...(await checkUpgrade(store)),
        ...(await checkNodes(store)),
        ...(keys === undefined ? [] : await checkSealed(store, config, keys)),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [failed("storage", messageOf(error))];
  }
}

async function checkWriting(store: Store): Promise<Finding> {
  await store.ping();
  return ok("storage", `${store.engine}: can be written, tables are up to date`);
}

/** Of all gateways on this store, within seconds: `portico status` has it by process. */
async function checkVersion({ configuration, ledger }: Store): Promise<readonly Finding[]> {
  const found = await configuration.get(await configuration.inUse());
  if (found === null) return [];
  const { version, activatedAtMs, source } = found;
  const where = source === "file" ? "a portico.yaml" : "portico config, the API or the console";
  const since = new Date(activatedAtMs).toISOString();
  const { behind } = await ledger.processCount();
  const lag = `${behind} processes run another one: portico status on their nodes says why`;
  return [
    ok("configuration in use", `version ${version} since ${since}, made by ${where}`),
    ...(behind === 0 ? [] : [warning("configuration in use", lag)]),
  ];
}

/** What gateways still do in the background. */
async function checkUpgrade({ upgrade, activity }: Store): Promise<readonly Finding[]> {
  const works = await upgrade.unfinished();
  const countedMs = await activity.countedUntilMs();
  return [
    ...works.map(({ name, progress }) =>
      warning("upgrade", `${name} is missing: ${progress ?? "a running gateway makes it"}`),
    ),
    ...(countedMs === null
      ? []
      : [
          warning(
            "upgrade",
            `requests are counted in hours until ${new Date(countedMs).toISOString()}: a running gateway goes on`,
          ),
        ]),
  ];
}

/** One that has so much more than the others will be full first. */
const mostOfMean = 1.5;

async function checkNodes({ spreading }: Store): Promise<readonly Finding[]> {
  const nodes = (await spreading?.nodes()) ?? [];
  const mean = nodes.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) / nodes.length;
  return nodes.map(({ name, workspaces, bytes }) => {
    if (bytes === null)
      return failed(
        "node",
        `${name} does not answer: requests of its workspaces (${workspaces}) fail`,
      );
    const has = `${name} has ${Math.ceil(bytes / 1_000_000)} MB, workspaces: ${workspaces}`;
    return bytes > mean * mostOfMean
      ? warning("node", `${has}, more than the others: select citus_rebalance_start() moves some`)
      : ok("node", has);
  });
}

interface SecretCheck {
  readonly finding: Finding;
  /** Null: none yet. Undefined: the existing one cannot be used. */
  readonly keys?: MasterKeys | null;
}

function checkSecret(config: Config): SecretCheck {
  try {
    const keys = findMasterKeys(config);
    if (keys === null)
      return {
        keys,
        finding: warning("secret", "there is no master key yet: the first start creates it"),
      };
    return { keys, finding: describe(keys, config) };
  } catch (error) {
    return { finding: failed("secret", messageOf(error)) };
  }
}

function describe({ byVersion }: MasterKeys, { secret, dataFolder }: Config): Finding {
  const place = secret === null ? masterKeyPath(dataFolder) : "PORTICO_SECRET";
  const old = byVersion.size - 1;
  return old === 0
    ? ok("secret", `the master key is in ${place}`)
    : warning("secret", `${place} still holds ${old} former master keys: portico secrets rotate`);
}

const check = "sealed secrets";

/** Opens every credential of every workspace, because an existing master key may be the wrong one. */
async function checkSealed(
  store: Store,
  place: KeptAt,
  keys: MasterKeys | null,
): Promise<readonly Finding[]> {
  const byVersion = keys?.byVersion ?? new Map<number, Buffer>();
  const open = keys === null ? null : createSecrets(keys).open;
  const found = await findUnopened(store, { byVersion }, open);
  const { credentials, unopened } = found;
  const changed = unopened.filter(({ secret }) => byVersion.has(secret.keyVersion));
  const foreign = { ...found, unopened: unopened.filter((one) => !changed.includes(one)) };
  const what = describeUnopened(foreign);
  const findings = changed.map(({ id, provider, workspaceId }) =>
    failed(
      check,
      `the credential ${id} for ${provider} of the workspace ${workspaceId} was changed or moved in the database, and cannot be opened: portico byok rotate ${id}`,
    ),
  );
  if (what !== null)
    findings.push(failed(check, explainUnopened(what, place).replaceAll("\n", " ")));
  if (findings.length > 0) return findings;
  return [
    ok(
      check,
      credentials === 0
        ? "none yet"
        : `the master key opens all ${credentials} credentials of workspaces`,
    ),
  ];
}

/** The folder holds keys and the store, so only its owner may have access. */
export async function checkDataFolder(folder: string): Promise<readonly Finding[]> {
  const names = await readdir(folder).catch(() => null);
  if (names === null)
    return [warning("data folder", `${folder} does not exist yet: the first start creates it`)];
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return [failed("data folder", `${folder} cannot be written by this user`)];
  const open = await openToOthers(folder, names);
  if (open.length === 0) return [ok("data folder", `${folder}: only the owner can read its files`)];
  return open.map((path) =>
    failed("data folder", `others on this machine can read ${path}: chmod 600 ${path}`),
  );
}

/** Windows has no file modes of this kind. */
async function openToOthers(folder: string, names: readonly string[]): Promise<string[]> {
  if (process.platform === "win32") return [];
  const paths = names.map((name) => join(folder, name));
  const isOpen = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null);
      return found?.isFile() === true && (found.mode & 0o077) !== 0;
    }),
  );
  return paths.filter((_, index) => isOpen[index]);
}
