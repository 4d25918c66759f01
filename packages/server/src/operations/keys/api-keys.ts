import {
  lastManagementKey,
  refuseManagementKey,
  refuseRightsOfOtherKind,
  tooManySecrets,
  usualOverlapSeconds,
} from "@portico/core/rules/keys";
import type { Caller } from "../../caller.ts";
import { absent } from "../../errors.ts";
import { newKey } from "../../secrets/key-format.ts";
import { actorName } from "../../store/ports/actor.ts";
import { LastManagementKey, TooManySecrets } from "../../store/ports/errors.ts";
import { found } from "../lists/found.ts";
import { created, type Operation, ok } from "../operation.ts";
import { workspaceIdOf } from "../organisation/workspace-filter.ts";
import { fromKeyChange, newApiKey, toApiKey } from "./api-key-wire.ts";

/** The reply holds the key itself: the store keeps only its hash. */
export const createApiKey: Operation<"createApiKey"> = async (
  { body },
  { actor, caller, gateway },
) => {
  refuseManagementKey(roleOf(caller), body.kind ?? "ordinary");
  const { secret, record } = newApiKey(body, {
    workspaceId: await workspaceIdOf(gateway, caller, body.workspace_id),
    createdBy: actorName(actor),
    defaults: gateway.configuration.limits,
  });
  const made = await gateway.store.keys.create(actor, record);
  return created({ data: toApiKey(made), key: secret });
};

export const getApiKey: Operation<"getApiKey"> = async ({ params }, { caller, gateway }) => {
  const record = await gateway.store.keys.get(caller.organisationId, params.hash);
  return ok({ data: toApiKey(found(record, "API key", params.hash)) });
};

export const updateApiKey: Operation<"updateApiKey"> = async (
  { params, body },
  { actor, caller, gateway },
) => {
  const change = fromKeyChange(body);
  const before = await gateway.store.keys.get(actor.organisationId, params.hash);
  // A key never changes its kind.
  const { kind } = found(before, "API key", params.hash);
  refuseManagementKey(roleOf(caller), kind);
  refuseRightsOfOtherKind(body, kind);
  const record = await gateway.store.keys
    .update(actor, params.hash, change)
    .catch(refuseLastManagementKey);
  return ok({ data: toApiKey(found(record, "API key", params.hash)) });
};

/** Beside the key's creation the only reply that holds a key. */
export const rotateApiKey: Operation<"rotateApiKey"> = async (
  { params, body },
  { actor, caller, gateway },
) => {
  const { keys } = gateway.store;
  const before = found(await keys.get(actor.organisationId, params.hash), "API key", params.hash);
  refuseManagementKey(roleOf(caller), before.kind);
  const { secret, hash, label } = newKey(before.kind);
  const overlapMs = (body.overlap_seconds ?? usualOverlapSeconds) * 1000;
  const rotated = await keys
    .rotate(actor, String(before.id), { hash, label, overlapMs })
    .catch(refuseTooManySecrets);
  return ok({ data: toApiKey(found(rotated, "API key", params.hash)), key: secret });
};

export const deleteApiKey: Operation<"deleteApiKey"> = async (
  { params },
  { actor, caller, gateway },
) => {
  const before = await gateway.store.keys.get(actor.organisationId, params.hash);
  refuseManagementKey(roleOf(caller), found(before, "API key", params.hash).kind);
  const isDeleted = await gateway.store.keys
    .delete(actor, params.hash)
    .catch(refuseLastManagementKey);
  if (!isDeleted) throw absent("API key", params.hash);
  return ok({ deleted: true });
};

function refuseTooManySecrets(error: unknown): never {
  throw error instanceof TooManySecrets ? tooManySecrets(error) : error;
}

function refuseLastManagementKey(error: unknown): never {
  throw error instanceof LastManagementKey ? lastManagementKey(error) : error;
}

function roleOf(caller: Caller): string | null {
  return caller.keyId === null ? caller.session.role : null;
}
