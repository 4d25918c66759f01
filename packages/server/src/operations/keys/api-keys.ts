import { reportsIn, sightingOf } from "@portico/core/rules/exposed-keys";
import {
  keyTaken,
  lastManagementKey,
  refuseManagementKey,
  refuseRightsOfOtherKind,
  tooManySecrets,
  usualOverlapSeconds,
} from "@portico/core/rules/keys";
import { readKeyCursor, toKeyCursor, toPage } from "@portico/core/rules/pages";
import type { Caller } from "../../caller.ts";
import { absent } from "../../errors.ts";
import { hashKey, mayBeKey, newKey } from "../../secrets/key-format.ts";
import { actorName, systemActor } from "../../store/ports/actor.ts";
import { KeyTaken, LastManagementKey, TooManySecrets } from "../../store/ports/errors.ts";
import type { KeyRecord } from "../../store/ports/keys.ts";
import { behind, found, given } from "../lists/lists.ts";
import { type Context, created, type Operation, ok } from "../operation.ts";
import { workspaceFilter, workspaceIdOf } from "../organisation/workspace-filter.ts";
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
  const made = await gateway.store.keys.create(actor, record).catch(refuseTakenKey);
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
  // A key never changes its kind.
  const { kind } = await changeable(params.hash, { caller, gateway });
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
  const before = await changeable(params.hash, { caller, gateway });
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
  await changeable(params.hash, { caller, gateway });
  const isDeleted = await gateway.store.keys
    .delete(actor, params.hash)
    .catch(refuseLastManagementKey);
  if (!isDeleted) throw absent("API key", params.hash);
  return ok({ deleted: true });
};

/** The key that a request changes. The role of a person may not be enough for a management key. */
async function changeable(
  hash: string,
  { caller, gateway }: Pick<Context, "caller" | "gateway">,
): Promise<KeyRecord> {
  const record = await gateway.store.keys.get(caller.organisationId, hash);
  const key = found(record, "API key", hash);
  refuseManagementKey(roleOf(caller), key.kind);
  return key;
}

function refuseTakenKey(error: unknown): never {
  throw error instanceof KeyTaken ? keyTaken(error) : error;
}

function refuseTooManySecrets(error: unknown): never {
  throw error instanceof TooManySecrets ? tooManySecrets(error) : error;
}

function refuseLastManagementKey(error: unknown): never {
  throw error instanceof LastManagementKey ? lastManagementKey(error) : error;
}

function roleOf(caller: Caller): string | null {
  return caller.keyId === null ? caller.session.role : null;
}

export const reportExposedKeys: Operation<"reportExposedKeys"> = async ({ body }, context) => {
  const { gateway, signer } = context;
  // A Map keeps the order of the report.
  const reports = new Map(reportsIn(body).map((report) => [hashKey(report.token), report]));
  const exposed = await gateway.store.keys.expose({
    organisationId: signer === null ? context.caller.organisationId : null,
    actorIn: (organisationId) =>
      signer === null ? context.actor : systemActor(organisationId, "reportExposedKeys"),
    // A text without the form of a key needs no look-up in the store.
    hashes: [...reports].filter(([, { token }]) => mayBeKey(token)).map(([hash]) => hash),
    sightingOf: (hash) => sightingOf(reports.get(hash), signer?.name ?? null),
    disable: gateway.configuration.exposedKeys.onExposed === "disable",
    noticesOf: (key) => gateway.notifier.aboutExposedKey(key),
  });
  gateway.notifier.exposed(exposed.filter(({ isNew }) => isNew));
  const hashes = new Set(exposed.map(({ secretHash }) => secretHash));
  return ok(
    [...reports].map(([hash, { type }]) => ({
      token_hash: hash,
      token_type: type,
      label: hashes.has(hash) ? ("true_positive" as const) : ("false_positive" as const),
    })),
  );
};

/** Each page has a cursor, also where it was asked for by offset: a walk can go on with either. */
export const listApiKeys: Operation<"listApiKeys"> = async ({ query }, { caller, gateway }) => {
  const { cursor, search, kind, exposed, sort = "newest" } = query;
  const page = toPage(query);
  const { records, totalCount, next } = await gateway.store.keys.list(caller.organisationId, {
    ...page,
    ...(await workspaceFilter(gateway, caller, query.workspace_id)),
    includeDisabled: query.include_disabled ?? true,
    sort,
    ...given({ search, kind, isExposed: exposed }),
    ...(cursor !== undefined && { after: readKeyCursor(cursor, sort) }),
  });
  const { offset: _, ...rest } = query;
  return ok({
    data: records.map(toApiKey),
    ...behind("/keys", { ...rest, limit: page.limit }, next && toKeyCursor(next, sort)),
    total_count: totalCount,
  });
};
