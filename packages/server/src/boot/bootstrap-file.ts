import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** The keys of the first start, kept for the operator and the command line. */
export interface BootstrapKeys {
  readonly apiKey: string;
  readonly managementKey: string;
  readonly workspaceId: string;
}

type KeyPair = Omit<BootstrapKeys, "workspaceId">;

/** Keys on disk that may or may not be in force yet. */
export interface PendingKeys extends KeyPair {
  keep(workspaceId: string): Promise<BootstrapKeys>;
  discard(): Promise<void>;
}

const fileName = "bootstrap.json";
const pendingName = /^bootstrap\.json\.[0-9a-f]{16}$/;

export function bootstrapPath(dataFolder: string): string {
  return join(dataFolder, fileName);
}

export function hasBootstrapFile(dataFolder: string): boolean {
  return existsSync(bootstrapPath(dataFolder));
}

/** Written before the store knows the keys: should the process die between the two, the next one finds them. */
export async function writePending(dataFolder: string, keys: KeyPair): Promise<PendingKeys> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const path = join(dataFolder, `${fileName}.${randomBytes(8).toString("hex")}`);
  await write(path, keys);
  return pending(dataFolder, path, keys);
}

/** What processes that died in their first start have left. */
export async function findPending(dataFolder: string): Promise<readonly PendingKeys[]> {
  const names = await readdir(dataFolder).catch(() => []);
  const found = names
    .filter((name) => pendingName.test(name))
    .map(async (name) => {
      const path = join(dataFolder, name);
      const keys = parse(await readFile(path, "utf8").catch(() => ""));
      return keys === null ? [] : [pending(dataFolder, path, keys)];
    });
  return (await Promise.all(found)).flat();
}

function pending(dataFolder: string, path: string, keys: KeyPair): PendingKeys {
  return {
    apiKey: keys.apiKey,
    managementKey: keys.managementKey,
    async keep(workspaceId) {
      await write(path, keys, workspaceId);
      await rename(path, bootstrapPath(dataFolder));
      return { apiKey: keys.apiKey, managementKey: keys.managementKey, workspaceId };
    },
    discard: () => rm(path, { force: true }),
  };
}

/** For the operator's eyes only, from the first byte on. */
async function write(path: string, keys: KeyPair, workspaceId?: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    const wire = {
      api_key: keys.apiKey,
      management_key: keys.managementKey,
      workspace_id: workspaceId,
    };
    await file.writeFile(`${JSON.stringify(wire, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Null where it was cut off in the middle of writing: the store had not been asked by then. */
function parse(text: string): KeyPair | null {
  try {
    const wire: unknown = JSON.parse(text);
    if (typeof wire !== "object" || wire === null) return null;
    if (!("api_key" in wire && "management_key" in wire)) return null;
    const { api_key: apiKey, management_key: managementKey } = wire;
    return typeof apiKey === "string" && typeof managementKey === "string"
      ? { apiKey, managementKey }
      : null;
  } catch {
    return null;
  }
}
