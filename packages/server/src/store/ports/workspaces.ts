import type { ProviderSort } from "../../model-call/endpoint-facts.ts";
import type { Actor } from "./actor.ts";
import type { Listed, Page } from "./page.ts";

export interface WorkspaceSettings {
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly defaultTextModel: string | null;
  readonly defaultImageModel: string | null;
  readonly defaultProviderSort: ProviderSort | null;
  readonly isObservabilityIoLoggingEnabled: boolean;
  readonly isObservabilityBroadcastEnabled: boolean;
  readonly isDataDiscountLoggingEnabled: boolean;
  /** Vectors are kept for requests with the same input. */
  readonly isEmbeddingsCacheEnabled: boolean;
  readonly ioLoggingSamplingRate: number;
  readonly ioLoggingApiKeyIds: readonly number[] | null;
}

export interface WorkspaceRecord extends WorkspaceSettings {
  readonly id: string;
  readonly organisationId: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
  readonly createdBy: string | null;
}

export interface WorkspaceStore {
  /** Rejects with SlugTaken if the organisation already has that slug. */
  create(
    actor: Actor,
    settings: WorkspaceSettings,
    createdBy: string | null,
  ): Promise<WorkspaceRecord>;
  list(organisationId: string, page: Page): Promise<Listed<WorkspaceRecord>>;
  /** By UUID or slug. */
  get(organisationId: string, idOrSlug: string): Promise<WorkspaceRecord | null>;
  update(
    actor: Actor,
    idOrSlug: string,
    change: Partial<WorkspaceSettings>,
  ): Promise<WorkspaceRecord | null>;
  /** Refused if it still has keys or credentials, and for the organisation's last one. */
  delete(actor: Actor, idOrSlug: string): Promise<"deleted" | "absent" | "inUse">;
}
