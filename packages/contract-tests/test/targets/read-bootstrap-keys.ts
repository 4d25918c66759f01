import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The keys that a gateway made at its first start. */
export async function readBootstrapKeys(
  dataFolder: string,
): Promise<{ key: string; managementKey: string }> {
  const written = JSON.parse(await readFile(join(dataFolder, "bootstrap.json"), "utf8"));
  return { key: written.api_key, managementKey: written.management_key };
}
