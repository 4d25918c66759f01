import { randomUUID } from "node:crypto";
import { newApiKey } from "../operations/keys/api-key-wire.ts";
import { newWorkspace } from "../operations/organisation/workspaces.ts";
import { hashKey, type KeyKind } from "../secrets/key-format.ts";
import type { Store } from "../store/store.ts";
import {
  type BootstrapKeys,
  discard,
  findPending,
  hasBootstrapFile,
  keep,
  type PendingKeys,
  writePending,
} from "./bootstrap-file.ts";
import { refuseLostStore, tracesOfEarlierStart } from "./lost-store.ts";

/**
 * Creates the organisation, its workspace and the first two keys in an empty store, and writes the keys to a file
 * for the operator. Returns null on every later start, which writes nothing, and in the process that came second.
 */
export async function firstStart(store: Store, dataFolder: string): Promise<BootstrapKeys | null> {
  // Before the store is asked: another process may be creating both, and creates the store first.
  const traces = tracesOfEarlierStart(store.engine, dataFolder);
  if ((await store.firstIdentity()) !== null) return await tidyUp(store, dataFolder);
  if (traces.length > 0) refuseLostStore(store.engine, dataFolder, traces);
  const workspaceId = randomUUID();
  const apiKey = firstKey("First API key", "ordinary", workspaceId);
  const managementKey = firstKey("First management key", "management", workspaceId);
  const keys = { apiKey: apiKey.secret, managementKey: managementKey.secret, workspaceId };
  const pending = await writePending(dataFolder, keys);
  try {
    const identity = await store.bootstrap({
      organisationName: "default",
      workspaceId,
      workspace: { ...newWorkspace, name: "Default", slug: "default" },
      apiKey: apiKey.record,
      managementKey: managementKey.record,
    });
    if (identity !== null) await keep(dataFolder, pending);
    await tidyUp(store, dataFolder);
    return identity === null ? null : keys;
  } catch (error) {
    await discardIfUndone(store, pending);
    throw error;
  }
}

/** The file stays while it is unknown whether the store has the keys; the next start finds out. */
async function discardIfUndone(store: Store, pending: PendingKeys): Promise<void> {
  // A server may still store the keys although it did not answer.
  if (store.engine !== "sqlite") return;
  const isUndone = await store.firstIdentity().then(
    (identity) => identity === null,
    () => false,
  );
  if (isUndone) await discard(pending);
}

/**
 * A first start that died after storing its keys has left their file; one that came second or could not finish
 * has left keys that are not in the store.
 */
async function tidyUp(store: Store, dataFolder: string): Promise<BootstrapKeys | null> {
  let recovered: BootstrapKeys | null = null;
  for (const pending of await findPending(dataFolder)) {
    const { keys } = pending;
    const isWanted = keys !== null && !hasBootstrapFile(dataFolder);
    const found = isWanted ? await store.keys.findByHash(hashKey(keys.apiKey)) : null;
    if (isWanted && found?.deleted === false) {
      await keep(dataFolder, pending);
      recovered = keys;
    } else await discard(pending);
  }
  return recovered;
}

function firstKey(name: string, kind: KeyKind, workspaceId: string) {
  const defaults = { requestsPerMinute: null, tokensPerMinute: null };
  return newApiKey({ name, kind }, { workspaceId, createdBy: null, defaults });
}
