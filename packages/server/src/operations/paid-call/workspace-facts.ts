import type { Caller } from "../../caller.ts";
import { GatewayError } from "../../errors.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import type { WorkspaceRecord } from "../../store/ports/workspaces.ts";
import type { Store } from "../../store/store.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";

/** The facts of a workspace that its requests need, at one revision. */
export interface WorkspaceFacts {
  readonly revision: number;
  readonly settings: WorkspaceRecord;
  /**
   * The workspace's own credentials by provider, the oldest enabled one of each, for providers that accept them. Each
   * is opened when it is used. One that cannot be opened throws an UpstreamError then, so that only its own provider's
   * requests fail.
   */
  readonly credentials: ReadonlyMap<string, () => string>;
}

export interface Workspaces {
  /** Those whose credentials it keeps. */
  readonly byokProviders: ReadonlySet<string>;
  /** May be older than the store's: admission returns the present revision. Null where no facts are known yet. */
  known(caller: Caller): WorkspaceFacts | null;
  /** At least as new as this revision. */
  atLeast(revision: number, caller: Caller): Promise<WorkspaceFacts>;
}

/** Room for the busy workspaces, not for all of them. */
const maxKept = 10_000;

export function createWorkspaces(
  store: Store,
  secrets: Pick<Secrets, "open">,
  byokProviders: ReadonlySet<string>,
): Workspaces {
  const kept = new Map<string, WorkspaceFacts>();

  const load = async (caller: Caller): Promise<WorkspaceFacts> => {
    const { workspaceId, organisationId } = caller;
    // The revision is read before the facts, so that a change in between shows as a revision that is too old.
    const settings = await store.workspaces.get(organisationId, workspaceId);
    if (settings === null) throw new GatewayError("unauthenticated");
    const credentials = new Map<string, () => string>();
    for (const sealed of await store.credentials.sealedOf(workspaceId))
      if (byokProviders.has(sealed.provider) && !credentials.has(sealed.provider))
        credentials.set(sealed.provider, () => openCredential(secrets, sealed));
    const facts = { revision: settings.revision, settings, credentials };
    keep(workspaceId, facts);
    return facts;
  };

  const keep = (workspaceId: string, facts: WorkspaceFacts) => {
    kept.delete(workspaceId);
    kept.set(workspaceId, facts);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  };

  return {
    byokProviders,
    known: (caller) => kept.get(caller.workspaceId) ?? null,
    atLeast: async (revision, caller) => {
      const facts = kept.get(caller.workspaceId);
      return facts !== undefined && facts.revision >= revision ? facts : load(caller);
    },
  };
}

type Sealed = Awaited<ReturnType<Store["credentials"]["sealedOf"]>>[number];

/** Throws an UpstreamError where it does not open. */
export function openCredential(secrets: Pick<Secrets, "open">, sealed: Sealed): string {
  try {
    return secrets.open(sealed, sealed.secret);
  } catch (error) {
    throw unreadable(sealed.provider, error);
  }
}

function unreadable(provider: string, cause: unknown): UpstreamError {
  return new UpstreamError(
    "unopened",
    `This workspace's own credential for ${provider} (BYOK) cannot be opened with this gateway's master key: ${provider} was not asked. The operator can bring the key back (portico doctor), or the credential has to be replaced or removed.`,
    { cause },
  );
}
