import { toFlag } from "../flag.ts";
import { toText, toTextOrNull } from "../money/ledger-row.ts";
import type { WorkspaceRecord, WorkspaceSettings } from "../ports/workspaces.ts";
import type { WorkspaceRow } from "../schema.ts";

export function toWorkspaceColumns(settings: WorkspaceSettings) {
  return {
    name: toText(settings.name),
    slug: toText(settings.slug),
    description: toTextOrNull(settings.description),
    default_text_model: toTextOrNull(settings.defaultTextModel),
    default_image_model: toTextOrNull(settings.defaultImageModel),
    default_provider_sort: settings.defaultProviderSort,
    io_logging: toFlag(settings.isObservabilityIoLoggingEnabled),
    broadcast: toFlag(settings.isObservabilityBroadcastEnabled),
    data_discount: toFlag(settings.isDataDiscountLoggingEnabled),
    vector_cache: toFlag(settings.isEmbeddingsCacheEnabled),
    io_logging_sampling_rate: settings.ioLoggingSamplingRate,
    io_logging_api_key_ids:
      settings.ioLoggingApiKeyIds === null ? null : JSON.stringify(settings.ioLoggingApiKeyIds),
  };
}

/** Fields that were not sent are undefined, and Kysely does not change undefined columns. */
export function toChangedWorkspaceColumns(change: Partial<WorkspaceSettings>) {
  const text = (value: string | undefined) => (value === undefined ? undefined : toText(value));
  const textOrNull = (value: string | null | undefined) =>
    value === undefined ? undefined : toTextOrNull(value);
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : toFlag(value));
  const keyIds = change.ioLoggingApiKeyIds;
  return {
    name: text(change.name),
    slug: text(change.slug),
    description: textOrNull(change.description),
    default_text_model: textOrNull(change.defaultTextModel),
    default_image_model: textOrNull(change.defaultImageModel),
    default_provider_sort: change.defaultProviderSort,
    io_logging: flag(change.isObservabilityIoLoggingEnabled),
    broadcast: flag(change.isObservabilityBroadcastEnabled),
    data_discount: flag(change.isDataDiscountLoggingEnabled),
    vector_cache: flag(change.isEmbeddingsCacheEnabled),
    io_logging_sampling_rate: change.ioLoggingSamplingRate,
    io_logging_api_key_ids: keyIds === undefined ? undefined : keyIds && JSON.stringify(keyIds),
  };
}

export function toWorkspaceRecord(row: WorkspaceRow): WorkspaceRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    revision: row.revision,
    name: row.name,
    slug: row.slug,
    description: row.description,
    defaultTextModel: row.default_text_model,
    defaultImageModel: row.default_image_model,
    defaultProviderSort: row.default_provider_sort,
    isObservabilityIoLoggingEnabled: row.io_logging === 1,
    isObservabilityBroadcastEnabled: row.broadcast === 1,
    isDataDiscountLoggingEnabled: row.data_discount === 1,
    isEmbeddingsCacheEnabled: row.vector_cache === 1,
    ioLoggingSamplingRate: row.io_logging_sampling_rate,
    ioLoggingApiKeyIds:
      row.io_logging_api_key_ids === null ? null : readKeyIds(row.io_logging_api_key_ids),
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

function readKeyIds(json: string): readonly number[] {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "number") : [];
}
