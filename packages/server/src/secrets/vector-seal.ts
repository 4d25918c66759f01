import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { MasterKeys } from "./master-key.ts";

/**
 * Vectors of a workspace, kept for the same input. A vector gives away what its text says, and an input can be
 * guessed: both are stored under keys of the workspace alone, derived from the newest master key. With another master
 * key the same input has another name, so older entries are not found, and age out.
 */
export interface VectorSeals {
  /** The name of an input, which says nothing of it without the key. */
  nameOf(workspaceId: string, input: string): Buffer;
  seal(workspaceId: string, name: Buffer, vector: readonly Uint8Array[]): Buffer;
  /** Null where the entry was changed, moved, or sealed with another key. */
  open(workspaceId: string, name: Buffer, sealed: Uint8Array): Buffer | null;
}

interface WorkspaceKeys {
  readonly naming: Buffer;
  readonly sealing: Buffer;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const maxKept = 1000;

export function createVectorSeals(masterKeys: MasterKeys): VectorSeals {
  const kept = new Map<string, WorkspaceKeys>();
  const keysOf = (workspaceId: string): WorkspaceKeys => {
    const known = kept.get(workspaceId);
    if (known !== undefined) return known;
    const made = derive(masterKeys, workspaceId);
    if (kept.size >= maxKept) kept.clear();
    kept.set(workspaceId, made);
    return made;
  };
  return {
    nameOf: (workspaceId, input) =>
      createHmac("sha256", keysOf(workspaceId).naming).update(input).digest(),
    seal(workspaceId, name, vector) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keysOf(workspaceId).sealing, nonce).setAAD(name);
      const body = [...vector.map((piece) => cipher.update(piece)), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...body]);
    },
    open(workspaceId, name, sealed) {
      if (sealed.length < nonceBytes + tagBytes) return null;
      const bodyStart = nonceBytes + tagBytes;
      const { sealing } = keysOf(workspaceId);
      try {
        const decipher = createDecipheriv(algorithm, sealing, sealed.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(name)
          .setAuthTag(sealed.subarray(nonceBytes, bodyStart));
        return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

function derive({ byVersion, current }: MasterKeys, workspaceId: string): WorkspaceKeys {
  const master = byVersion.get(current);
  if (master === undefined) throw new Error("The newest master key is missing.");
  const bytes = Buffer.from(hkdfSync("sha256", master, workspaceId, "portico vector cache", 64));
  return { naming: bytes.subarray(0, 32), sealing: bytes.subarray(32) };
}
