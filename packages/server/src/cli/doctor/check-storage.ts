import type { Config } from "../../config.ts";
import { findMasterKeys, type MasterKeys, masterKeyPath } from "../../secrets/master-key.ts";
import { openStore, storePlace } from "../../store/open-store.ts";
import type { Store } from "../../store/store.ts";
import { hasStore } from "../local/local-store.ts";
import { checkSealed } from "./check-sealed.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

/** Opens the store as the gateway does, with its migrations, writes to it, and opens its sealed secrets. */
export async function checkStorage(config: Config): Promise<readonly Finding[]> {
  const { finding, keys } = checkSecret(config);
  return [finding, ...(await checkStore(config, keys))];
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
