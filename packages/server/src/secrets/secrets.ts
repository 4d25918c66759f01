import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SealedSecret } from "../store/ports/credentials.ts";
import type { MasterKeys } from "./master-key.ts";
import { createThoughtSeals, type ThoughtSeals } from "./thought-seal.ts";
import { createVectorSeals, type VectorSeals } from "./vector-seal.ts";

/** Where a secret belongs. The ciphertext is bound to all of it: it does not open anywhere else. */
export interface SecretPlace {
  readonly id: string;
  readonly workspaceId: string;
  readonly provider: string;
}

export interface Secrets extends ThoughtSeals {
  readonly currentVersion: number;
  readonly vectors: VectorSeals;
  seal(place: SecretPlace, secret: string): SealedSecret;
  /** Throws SecretUnreadable if a byte was changed, the place is another one, or the master key is unknown. */
  open(place: SecretPlace, sealed: SealedSecret): string;
  /** The same secret with its data key wrapped by the newest master key; the ciphertext stays as it is. */
  rewrap(place: SecretPlace, sealed: SealedSecret): SealedSecret;
}

/** A secret that could not be opened. The message never holds its content. */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

/** Envelope encryption: each secret has its own data key, which the master key wraps. */
export function createSecrets(keys: MasterKeys): Secrets {
  const wrap = (
    place: SecretPlace,
    dataKey: Buffer,
  ): Pick<SealedSecret, "wrappedDataKey" | "keyVersion"> => ({
    wrappedDataKey: encrypt(masterKey(keys, keys.current), dataKey, bound(place, keys.current)),
    keyVersion: keys.current,
  });
  const unwrap = (place: SecretPlace, { wrappedDataKey, keyVersion }: SealedSecret): Buffer =>
    decrypt(masterKey(keys, keyVersion), wrappedDataKey, bound(place, keyVersion));
  return {
    currentVersion: keys.current,
    vectors: createVectorSeals(keys),
    seal(place, secret) {
      const dataKey = randomBytes(32);
      return {
        ciphertext: encrypt(dataKey, Buffer.from(secret, "utf8"), bound(place)),
        ...wrap(place, dataKey),
      };
    },
    open: (place, sealed) =>
      decrypt(unwrap(place, sealed), sealed.ciphertext, bound(place)).toString("utf8"),
    rewrap: (place, sealed) => ({
      ciphertext: sealed.ciphertext,
      ...wrap(place, unwrap(place, sealed)),
    }),
    ...createThoughtSeals(keys),
  };
}

function masterKey(keys: MasterKeys, version: number): Buffer {
  const key = keys.byVersion.get(version);
  if (key) return key;
  throw new SecretUnreadable(
    "A secret was sealed with a master key that PORTICO_SECRET no longer holds. Add the former secret behind the new one, separated by a comma.",
  );
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** nonce ‖ tag ‖ ciphertext */
function encrypt(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(associated);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Uint8Array, associated: Buffer): Buffer {
  try {
    const bytes = Buffer.from(sealed);
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      .setAAD(associated)
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([
      decipher.update(bytes.subarray(nonceBytes + tagBytes)),
      decipher.final(),
    ]);
  } catch (cause) {
    throw new SecretUnreadable("A stored secret cannot be opened: it was changed or moved.", {
      cause,
    });
  }
}

/** What a ciphertext is bound to; each part with its length, so that no two places give the same bytes. */
function bound({ workspaceId, id, provider }: SecretPlace, version?: number): Buffer {
  return Buffer.from(JSON.stringify([workspaceId, id, provider, version ?? null]));
}
