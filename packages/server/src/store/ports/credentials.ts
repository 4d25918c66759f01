import type { Actor } from "./actor.ts";
import type { Listed, Page } from "./page.ts";

/** A sealed secret: only `secrets/` can create and open it. */
export interface SealedSecret {
  readonly ciphertext: Uint8Array;
  readonly wrappedDataKey: Uint8Array;
  readonly keyVersion: number;
}

export interface CredentialRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly provider: string;
  readonly name: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
}

export interface SealedCredential extends CredentialRecord {
  readonly secret: SealedSecret;
}

export interface OwnedCredential extends SealedCredential {
  readonly organisationId: string;
}

export interface CredentialStore {
  /** The caller chooses the id (a UUID), because the secret is bound to it. */
  create(
    actor: Actor,
    credential: Omit<CredentialRecord, "createdAtMs" | "updatedAtMs">,
    secret: SealedSecret,
  ): Promise<CredentialRecord>;
  list(
    organisationId: string,
    page: Page & { readonly workspaceId?: string; readonly provider?: string },
  ): Promise<Listed<CredentialRecord>>;
  update(
    actor: Actor,
    id: string,
    change: {
      readonly name?: string;
      readonly disabled?: boolean;
      readonly label?: string;
      readonly secret?: SealedSecret;
    },
  ): Promise<CredentialRecord | null>;
  get(organisationId: string, id: string): Promise<CredentialRecord | null>;
  /** With its secret, also where it is disabled. */
  sealed(organisationId: string, id: string): Promise<SealedCredential | null>;
  /** Wipes ciphertext and data key in the same transaction; with a workspace, only a credential of that workspace. */
  delete(actor: Actor, id: string, workspaceId?: string): Promise<boolean>;
  /** The providers with an enabled credential, in the whole organisation or in one workspace. */
  providers(organisationId: string, workspaceId?: string): Promise<ReadonlySet<string>>;
  /** The enabled credentials of a workspace, sealed, oldest first. */
  sealedOf(workspaceId: string): Promise<readonly SealedCredential[]>;
  /** Up to a hundred credentials of all organisations after this id, sealed and in order: for changing the master key. */
  everySealed(afterId: string | null): Promise<readonly OwnedCredential[]>;
  /** Rewraps every data key of another version; ciphertexts stay unchanged. */
  rewrap(
    actor: Actor,
    currentVersion: number,
    rewrap: (credential: SealedCredential) => SealedSecret,
  ): Promise<number>;
}
