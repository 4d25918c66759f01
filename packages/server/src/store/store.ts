import type { ActivityStore } from "./ports/activity.ts";
import type { Actor } from "./ports/actor.ts";
import type { AlertStore } from "./ports/alerts.ts";
import type { ArchiveStore } from "./ports/archive.ts";
import type { AuditStore } from "./ports/audit.ts";
import type { BudgetStore } from "./ports/budgets.ts";
import type { ConfigurationStore } from "./ports/configuration.ts";
import type { CredentialStore } from "./ports/credentials.ts";
import type { CircuitChangeStore, EndpointSlotStore } from "./ports/endpoints.ts";
import type { IdempotencyStore } from "./ports/idempotency.ts";
import type { IoLogStore } from "./ports/io-log.ts";
import type { KeptResponseStore } from "./ports/kept-responses.ts";
import type { KeyStore, NewKey } from "./ports/keys.ts";
import type { LedgerStore } from "./ports/ledger.ts";
import type { MoneyStore } from "./ports/money.ts";
import type { OutboxStore } from "./ports/outbox.ts";
import type { RefusalStore } from "./ports/refusals.ts";
import type { SessionStore } from "./ports/sessions.ts";
import type { SpreadStore } from "./ports/spreading.ts";
import type { UpgradeStore } from "./ports/upgrade.ts";
import type { VectorCacheStore } from "./ports/vector-cache.ts";
import type { WorkspaceSettings, WorkspaceStore } from "./ports/workspaces.ts";

/**
 * The one port to data that must outlive a process. It has two engines, SQLite and PostgreSQL,
 * and one suite of tests runs on both. Amounts are integer nanodollars (10⁻⁹ USD), times are
 * milliseconds since 1970. While the engine cannot answer, every method rejects with StoreUnavailable.
 * A method that administers an organisation takes an Actor first, and writes one row of the audit log
 * in the transaction of its change.
 */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /** The time by which limits, periods and expiry are judged: the database's if several machines share it. */
  nowMs(): number;
  readonly money: MoneyStore;
  readonly keys: KeyStore;
  readonly budgets: BudgetStore;
  readonly workspaces: WorkspaceStore;
  readonly credentials: CredentialStore;
  readonly configuration: ConfigurationStore;
  readonly activity: ActivityStore;
  readonly ledger: LedgerStore;
  readonly archive: ArchiveStore;
  readonly ioLog: IoLogStore;
  readonly audit: AuditStore;
  readonly sessions: SessionStore;
  readonly alerts: AlertStore;
  readonly outbox: OutboxStore;
  readonly endpointSlots: EndpointSlotStore;
  readonly circuitChanges: CircuitChangeStore;
  readonly refusals: RefusalStore;
  readonly vectorCache: VectorCacheStore;
  readonly upgrade: UpgradeStore;
  /** Null on SQLite. */
  readonly spreading: SpreadStore | null;
  readonly idempotency: IdempotencyStore;
  readonly keptResponses: KeptResponseStore;
  /** Creates the first organisation, its workspace `default` and its keys, once for all processes; null if they exist. */
  bootstrap(first: FirstRecords): Promise<FirstIdentity | null>;
  /** The ids that the first start created; null before it. */
  firstIdentity(): Promise<FirstIdentity | null>;
  /** Commits a write. Rejects if that, or a lock that requests need, is refused. */
  ping(): Promise<void>;
  /** The row of the audit log is written before the copy begins, and is in the copy. */
  backup(actor: Actor, toPath: string): Promise<void>;
  close(): Promise<void>;
}

export interface FirstRecords {
  readonly organisationName: string;
  /** The id, if it was written to a file before; otherwise a new one is created. */
  readonly workspaceId?: string;
  readonly workspace: WorkspaceSettings;
  readonly apiKey: Omit<NewKey, "workspaceId">;
  readonly managementKey: Omit<NewKey, "workspaceId">;
}

export interface FirstIdentity {
  readonly organisationId: string;
  readonly workspaceId: string;
}
