import { randomInt } from "node:crypto";
import type { Schema } from "@portico/contract";
import { toIso, toIsoOrNull } from "@portico/core/rules/dates";
import { toPage } from "@portico/core/rules/pages";
import { checkSlug, slugOfName, slugTaken, workspaceInUse } from "@portico/core/rules/slugs";
import { absent } from "../../errors.ts";
import { endUserFingerprint } from "../../secrets/io-log-seal.ts";
import { actorName } from "../../store/ports/actor.ts";
import { SlugTaken } from "../../store/ports/errors.ts";
import type { WorkspaceRecord, WorkspaceSettings } from "../../store/ports/workspaces.ts";
import type { Gateway } from "../gateway.ts";
import { found, given, pageOf } from "../lists/lists.ts";
import { created, type Operation, ok } from "../operation.ts";

export const createWorkspace: Operation<"createWorkspace"> = async (
  { body },
  { actor, gateway },
) => {
  const { workspaces } = gateway.store;
  const create = (slug: string) =>
    workspaces.create(
      actor,
      { ...newWorkspace, ...fromSettings(body), name: body.name, slug },
      actorName(actor),
    );
  if (body.slug !== undefined) {
    checkSlug(body.slug);
    return created({ data: toWorkspace(await create(body.slug).catch(refuseTakenSlug)) });
  }
  const slug = slugOf(body.name);
  const record = await create(slug).catch((error: unknown) => {
    if (error instanceof SlugTaken) return create(otherSlug(slug));
    throw error;
  });
  return created({ data: toWorkspace(record) });
};

export const getWorkspace: Operation<"getWorkspace"> = async ({ params }, { caller, gateway }) =>
  ok({ data: toWorkspace(await workspaceOf(gateway, caller, params.id)) });

export const listWorkspaces: Operation<"listWorkspaces"> = async (
  { query },
  { caller, gateway },
) => {
  const listed = await gateway.store.workspaces.list(caller.organisationId, toPage(query));
  return ok(pageOf("/workspaces", query, listed, toWorkspace));
};

export const updateWorkspace: Operation<"updateWorkspace"> = async (
  { params, body },
  { actor, gateway },
) => {
  if (body.slug !== undefined) checkSlug(body.slug);
  const record = await gateway.store.workspaces
    .update(actor, params.id, fromSettings(body))
    .catch(refuseTakenSlug);
  const workspace = found(record, "workspace", params.id);
  if (body.is_embeddings_cache_enabled === false)
    await gateway.store.vectorCache.forget(workspace.id);
  return ok({ data: toWorkspace(workspace) });
};

export const deleteWorkspace: Operation<"deleteWorkspace"> = async (
  { params },
  { actor, gateway },
) => {
  const { store } = gateway;
  const { id } = await workspaceOf(gateway, actor, params.id);
  const outcome = await store.workspaces.delete(actor, id);
  if (outcome === "absent") throw absent("workspace", params.id);
  if (outcome === "inUse") throw workspaceInUse();
  // What the deleted workspace has kept has no owner.
  await store.ioLog.forget(id);
  await store.vectorCache.forget(id);
  await store.idempotency.forget(id);
  await store.keptResponses.forget(id);
  return ok({ deleted: true });
};

/** Irreversible: the store deletes the entries and their data keys, without which the master key cannot open copies. */
export const eraseIoLog: Operation<"eraseIoLog"> = async (
  { params, query },
  { actor, gateway },
) => {
  const { id } = await workspaceOf(gateway, actor, params.id);
  const endUser = query.user === undefined ? undefined : endUserFingerprint(id, query.user);
  return ok({ deleted: true, count: await gateway.store.ioLog.erase(actor, id, endUser) });
};

/** A path's workspace, by its id or its slug. */
async function workspaceOf(
  { store }: Gateway,
  { organisationId }: { readonly organisationId: string },
  idOrSlug: string,
): Promise<WorkspaceRecord> {
  return found(await store.workspaces.get(organisationId, idOrSlug), "workspace", idOrSlug);
}

type WireSettings = Schema<"UpdateWorkspaceRequest">;

function toWorkspace(record: WorkspaceRecord): Schema<"Workspace"> {
  return {
    id: record.id,
    name: record.name,
    slug: record.slug,
    description: record.description,
    default_text_model: record.defaultTextModel,
    default_image_model: record.defaultImageModel,
    default_provider_sort: record.defaultProviderSort,
    is_observability_io_logging_enabled: record.isObservabilityIoLoggingEnabled,
    is_observability_broadcast_enabled: record.isObservabilityBroadcastEnabled,
    is_data_discount_logging_enabled: record.isDataDiscountLoggingEnabled,
    is_embeddings_cache_enabled: record.isEmbeddingsCacheEnabled,
    io_logging_sampling_rate: record.ioLoggingSamplingRate,
    io_logging_api_key_ids:
      record.ioLoggingApiKeyIds === null ? null : [...record.ioLoggingApiKeyIds],
    created_at: toIso(record.createdAtMs),
    updated_at: toIsoOrNull(record.updatedAtMs),
    created_by: record.createdBy,
    // There are no guardrails yet; widely used clients insist on a name for them.
    default_guardrail_id: "default",
    include_byok_in_budgets: false,
    disabled_server_tools: null,
  };
}

/** Only the fields that the caller has sent; the others stay as they are. */
function fromSettings(wire: WireSettings): Partial<WorkspaceSettings> {
  const sent = {
    name: wire.name,
    slug: wire.slug,
    description: wire.description,
    defaultTextModel: wire.default_text_model,
    defaultImageModel: wire.default_image_model,
    defaultProviderSort: wire.default_provider_sort,
    isObservabilityIoLoggingEnabled: wire.is_observability_io_logging_enabled,
    isObservabilityBroadcastEnabled: wire.is_observability_broadcast_enabled,
    isDataDiscountLoggingEnabled: wire.is_data_discount_logging_enabled,
    isEmbeddingsCacheEnabled: wire.is_embeddings_cache_enabled,
    ioLoggingSamplingRate: wire.io_logging_sampling_rate,
    ioLoggingApiKeyIds: wire.io_logging_api_key_ids,
  } satisfies Record<keyof WorkspaceSettings, unknown>;
  return given(sent);
}

export const newWorkspace: Omit<WorkspaceSettings, "name" | "slug"> = {
  description: null,
  defaultTextModel: null,
  defaultImageModel: null,
  defaultProviderSort: null,
  isObservabilityIoLoggingEnabled: false,
  isObservabilityBroadcastEnabled: false,
  isDataDiscountLoggingEnabled: false,
  isEmbeddingsCacheEnabled: false,
  ioLoggingSamplingRate: 1,
  ioLoggingApiKeyIds: null,
};

export function slugOf(name: string): string {
  return slugOfName(name) ?? `workspace-${suffix()}`;
}

/** Makes a derived slug different from a taken one. */
function otherSlug(slug: string): string {
  return `${slug}-${suffix()}`;
}

function suffix(): string {
  return randomInt(36 ** 4, 36 ** 5).toString(36);
}

function refuseTakenSlug(error: unknown): never {
  throw error instanceof SlugTaken ? slugTaken(error) : error;
}
