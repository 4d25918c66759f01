import type { Schema } from "@portico/contract/facts";
import { type Failure, refusal } from "../failure.ts";
import type { OperationPack } from "../pack.ts";
import type { KeyRow, SessionRow } from "./data.ts";
import { hashOf } from "./key-text.ts";
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
  if (world.data.refusesStrangers) throw unknownKey(secret);
  const prefixed = secret.startsWith("ptcm_") ? "management" : "ordinary";
  const asked = facts.key === "management" ? "management" : "ordinary";
  const kind = secret.startsWith("ptc") ? prefixed : asked;
  const row = standInFor(world, kind);
  const { workspaces } = world.data;
  const workspaceId = row?.record.workspace_id ?? workspaces[0]?.id ?? "";
  return ofKind({ kind, row, workspaceId, secretEnds: null, session: null }, pack);
}

const notHere =
  "The API key is not valid here: it was deleted, or another gateway made it. Use a key that this gateway made.";

/** As at a gateway, which tells a mistyped key from one that it has not made. */
function unknownKey(secret: string): Failure {
  return invalidToken(
    /^ptcm?_[0-9A-Za-z]{49}$/.test(secret)
      ? notHere
      : "The API key is not valid: it is mistyped or incomplete. Copy all of it.",
  );
}

/** The caller of a key that this world knows, by the hash of a secret; refused where it may not be used. */
export function callerOfKey({ data }: World, hash: string): Caller | null {
  const row = data.keys.find(
    ({ record, earlier }) => record.hash === hash || earlier.some((one) => one.hash === hash),
  );
  if (row === undefined) return null;
  const former = row.earlier.find((one) => one.hash === hash);
  refuseUnusable(row, former?.until);
  const { kind, workspace_id: workspaceId } = row.record;
  return { kind, row, workspaceId, secretEnds: former?.until ?? null, session: null };
}

function refuseUnusable({ record, deleted }: KeyRow, until: string | null | undefined): void {
  if (deleted) throw invalidToken(notHere);
  if (record.disabled) throw invalidToken("The API key is disabled.");
  if (hasEnded(record.expires_at)) throw invalidToken("The API key has expired.");
  if (until !== undefined && hasEnded(until))
    throw invalidToken("The API key was rotated, and this secret has ended. Use the new one.");
}

function hasEnded(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= Date.now();
}

function invalidToken(message: string): Failure {
  return refusal(401, message, { "WWW-Authenticate": 'Bearer realm="api", error="invalid_token"' });
}

/** A stand-in that was named is held to its state; one that was not is left out when it can be used no more. */
function standInFor({ data }: World, kind: Caller["kind"]): KeyRow | null {
  const named = data.keys.find(({ record }) => record.hash === data.standIn);
  if (named !== undefined && named.record.kind === kind) {
    refuseUnusable(named, undefined);
    return named;
  }
  const first = data.keys.find(({ record }) => record.kind === kind);
  if (first === undefined || first.deleted || first.record.disabled) return null;
  return hasEnded(first.record.expires_at) ? null : first;
}

export function ofKind(caller: Caller, { facts }: OperationPack): Caller {
  const needed: "any" | "none" | Caller["kind"] = facts.key;
  if (needed === "any" || needed === "none" || needed === caller.kind) return caller;
  const message =
    needed === "management"
      ? "This operation needs a management key, and this is an ordinary API key."
      : "A management key administers and never spends: use an ordinary API key for this operation.";
  // Clients of chat completions know it by this word.
  const chats = facts.id === "createChatCompletion" && { error_type: "permission_denied" };
  throw refusal(401, message, {}, { kind: "wrong_key_kind", ...chats });
}

type Scope = Schema<"ApiKey">["scope"];

/** What a key of each scope may call, as the operations name it. */
export const scopes: Readonly<Record<Scope, readonly string[]>> = {
  all: ["all", "read_only", "spend"],
  read_only: ["read_only", "spend"],
  spend: ["spend"],
};

const meanings: Readonly<Record<Scope, string>> = {
  all: "call every operation",
  read_only: "only read",
  spend: "only read what was spent and what may be spent",
};

/** Refuses what the scope of a key does not allow. */
export function checkScope({ row }: Caller, { facts }: OperationPack): void {
  const scope = row?.record.scope ?? "all";
  if (scopes[scope].includes(facts.scope)) return;
  const message = `The key's scope is ${scope}: it may ${meanings[scope]}.`;
  throw refusal(403, message, {}, { right: "scope", scope, needed: facts.scope });
}
