import { existsSync, readFileSync } from "node:fs";
import type { Config } from "../../config.ts";
import { masterKeyPath, readMasterKeys } from "../../secrets/master-key.ts";
import { openStore } from "../../store/open-store.ts";
import { hasStore, storePlace } from "../local-store.ts";
import { type Finding, failed, messageOf, ok, warning } from "./finding.ts";

/** Opens the store as the gateway does, with its migrations, and writes to it. */
export async function checkStorage(config: Config): Promise<readonly Finding[]> {
  return [checkSecret(config), await checkStore(config)];
}

async function checkStore(config: Config): Promise<Finding> {
  if (!hasStore(config))
    return warning("storage", "there is no database yet: the first start makes it");
  try {
    const store = await openStore(storePlace(config));
    try {
      await store.ping();
      return ok("storage", `${store.engine}: can be written, tables are up to date`);
    } finally {
      await store.close();
    }
  } catch (error) {
    return failed("storage", messageOf(error));
  }
}

function checkSecret({ secret, dataFolder }: Config): Finding {
  const path = masterKeyPath(dataFolder);
  if (secret === null && !existsSync(path))
    return warning("secret", "there is no master key yet: the first start makes it");
  try {
    const { byVersion } = readMasterKeys(secret ?? readFileSync(path, "utf8").trim());
    const place = secret === null ? path : "PORTICO_SECRET";
    const old = byVersion.size - 1;
    return old === 0
      ? ok("secret", `the master key is in ${place}`)
      : warning("secret", `${place} still holds ${old} former master keys: portico secrets rotate`);
  } catch (error) {
    return failed("secret", messageOf(error));
  }
}
