import { existsSync } from "node:fs";
import type { OwnedCredential } from "../store/ports/credentials.ts";
import type { Store } from "../store/store.ts";
import {
  findMasterKeys,
  type KeptAt,
  keepSecret,
  MasterKeyError,
  type MasterKeys,
  masterKeyPath,
  readMasterKeys,
} from "./master-key.ts";
import { createSecrets, type Secrets, SecretUnreadable } from "./secrets.ts";

/** The sealed data in the store, and the part that the present master keys do not open. */
export interface Sealed {
  readonly credentials: number;
  readonly unopened: readonly OwnedCredential[];
  /** Versions of missing master keys that entries of the I/O log were sealed with. */
  readonly unknownLogVersions: readonly number[];
}

type SealedStore = Pick<Store, "credentials" | "ioLog">;

/** A version is a fingerprint of its key, so a missing key is found without opening anything. */
async function findSealedElsewhere(
  store: SealedStore,
  { byVersion }: Pick<MasterKeys, "byVersion">,
): Promise<Sealed> {
  return await look(store, byVersion, ({ secret }) => byVersion.has(secret.keyVersion));
}

/** Tries to open every credential. */
export async function findUnopened(
  store: SealedStore,
  { byVersion }: Pick<MasterKeys, "byVersion">,
  open: Secrets["open"] | null,
): Promise<Sealed> {
  return await look(store, byVersion, (credential) => open !== null && opens(open, credential));
}

async function look(
  store: SealedStore,
  known: MasterKeys["byVersion"],
  isOpened: (credential: OwnedCredential) => boolean,
): Promise<Sealed> {
  const unopened: OwnedCredential[] = [];
  let credentials = 0;
  let last: string | null = null;
  for (;;) {
    const some = await store.credentials.everySealed(last);
    if (some.length === 0) break;
    credentials += some.length;
    unopened.push(...some.filter((credential) => !isOpened(credential)));
    last = some.at(-1)?.id ?? null;
  }
  const versions = await store.ioLog.keyVersions();
  const unknownLogVersions = versions.filter((version) => !known.has(version));
  return { credentials, unopened, unknownLogVersions };
}

function opens(open: Secrets["open"], credential: OwnedCredential): boolean {
  try {
    open(credential, credential.secret);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

/** "2 credentials of workspaces and entries of the I/O log"; null if all can be opened. */
export function describeUnopened({ unopened, unknownLogVersions }: Sealed): string | null {
  const parts = [
    unopened.length === 1
      ? "1 credential of a workspace"
      : `${unopened.length} credentials of workspaces`,
    "entries of the I/O log",
  ].filter((_, index) => (index === 0 ? unopened.length : unknownLogVersions.length) > 0);
  return parts.length === 0 ? null : parts.join(" and ");
}

/**
 * The master key of a store. A new one is created only while nothing is sealed: it could not open existing secrets,
 * and each request that needs one would fail.
 */
export async function openSecrets(store: Store, place: KeptAt): Promise<Secrets> {
  const found = findMasterKeys(place);
  const sealed = await findSealedElsewhere(store, found ?? { byVersion: new Map() });
  const what = describeUnopened(sealed);
  if (what !== null) throw new MasterKeyError(explainUnopened(what, place));
  return createSecrets(found ?? readMasterKeys(keepSecret(place.dataFolder)));
}

/** Says what was sealed with another key, and how to get that key back; `doctor` prints it too. */
export function explainUnopened(what: string, { secret, dataFolder }: KeptAt): string {
  const path = masterKeyPath(dataFolder);
  const problem =
    secret !== null
      ? `were sealed with a master key that PORTICO_SECRET does not hold.`
      : existsSync(path)
        ? `were sealed with another master key than the one in ${path}.`
        : `were sealed with a master key, and ${path}, where it was, is missing.`;
  return [
    `The store holds ${what} that ${problem}`,
    secret === null
      ? `Put the master.key that belongs to this database there (a backup of the database does not contain it), or set PORTICO_SECRET to what it holds.`
      : `Set PORTICO_SECRET to the secret that sealed them, or to both, the new one first, separated by a comma. If they were sealed before PORTICO_SECRET was set, that secret is in ${path}.`,
    `If the key is lost, what it sealed is lost: "portico secrets discard" removes it, and the gateway goes on without.`,
  ].join("\n");
}
