import { kindFault, scopeFault } from "@portico/core/rules/access";
import { hasFormOfKey, mayBeForeignKey } from "@portico/core/rules/key-text";
import {
  disabledKey,
  endedSecret,
  expiredKey,
  invalidToken,
  mistypedKey,
  unknownKey,
} from "@portico/core/rules/refused-callers";
import type { OperationPack } from "../pack.ts";
import type { KeyRow, SessionRow, WorldData } from "./data.ts";
import { hashOf } from "./key-text.ts";
import { nowOf } from "./now.ts";
import type { World } from "./world.ts";

/** The holder of a key. */
export interface Caller {
  readonly kind: "ordinary" | "management";
  /** Null for a key that is not known and stands for no other. */
  readonly row: KeyRow | null;
  readonly workspaceId: string;
  /** When the secret that was sent ends. */
  readonly secretEnds: string | null;
  /** Null for a request that goes by its key. */
  readonly session: SessionRow | null;
}

/** Who calls: the key's own record, or for an unknown key the one that it stands for. */
export function callerOf(world: World, secret: string, pack: OperationPack): Caller {
  const { facts } = pack;
  const known = callerOfKey(world, hashOf(secret));
  if (known) return ofKind(known, pack);
  // As at a gateway, which tells a mistyped key from one that it has not made.
  if (world.data.refusesStrangers)
    throw invalidToken(hasFormOfKey(secret) || mayBeForeignKey(secret) ? unknownKey : mistypedKey);
  const prefixed = secret.startsWith("ptcm_") ? "management" : "ordinary";
  const asked = facts.key === "management" ? "management" : "ordinary";
  const kind = secret.startsWith("ptc") ? prefixed : asked;
  const row = standInFor(world, kind);
  const { workspaces } = world.data;
  const workspaceId = row?.record.workspace_id ?? workspaces[0]?.id ?? "";
  return ofKind({ kind, row, workspaceId, secretEnds: null, session: null }, pack);
}

/** The caller of a key that this world knows, by the hash of a secret; refused where it may not be used. */
export function callerOfKey({ data }: World, hash: string): Caller | null {
  const row = data.keys.find(
    ({ record, earlier }) => record.hash === hash || earlier.some((one) => one.hash === hash),
  );
  if (row === undefined) return null;
  const former = row.earlier.find((one) => one.hash === hash);
  refuseUnusable(data, row, former?.until);
  const { kind, workspace_id: workspaceId } = row.record;
  return { kind, row, workspaceId, secretEnds: former?.until ?? null, session: null };
}

function refuseUnusable(
  data: WorldData,
  { record, deleted }: KeyRow,
  until: string | null | undefined,
): void {
  if (deleted) throw invalidToken(unknownKey);
  if (record.disabled) throw invalidToken(disabledKey);
  if (hasEnded(data, record.expires_at)) throw invalidToken(expiredKey);
  if (until !== undefined && hasEnded(data, until)) throw invalidToken(endedSecret);
}

function hasEnded(data: WorldData, iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= nowOf(data);
}

/** A stand-in that was named is held to its state; one that was not is left out when it can be used no more. */
function standInFor({ data }: World, kind: Caller["kind"]): KeyRow | null {
  const named = data.keys.find(({ record }) => record.hash === data.standIn);
  if (named !== undefined && named.record.kind === kind) {
    refuseUnusable(data, named, undefined);
    return named;
  }
  const first = data.keys.find(({ record }) => record.kind === kind);
  if (first === undefined || first.deleted || first.record.disabled) return null;
  return hasEnded(data, first.record.expires_at) ? null : first;
}

export function ofKind(caller: Caller, { facts }: OperationPack): Caller {
  const fault = kindFault(caller.kind, facts.key);
  if (fault !== null) throw fault;
  return caller;
}

/** Refuses what the scope of a key does not allow. */
export function checkScope({ row }: Caller, { facts }: OperationPack): void {
  const fault = scopeFault(row?.record.scope ?? "all", facts.scope);
  if (fault !== null) throw fault;
}
