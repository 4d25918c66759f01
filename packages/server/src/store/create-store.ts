import { createAlertStore } from "./alerts/create-alert-store.ts";
import { createBudgetStore } from "./budgets/budget-store.ts";
import type { StoreClock } from "./database-clock.ts";
import { createActivityStore } from "./money/activity.ts";
import { createArchiveStore } from "./money/archive.ts";
import { createLedgerStore } from "./money/ledger.ts";
import { createLists, type Lists } from "./money/lists.ts";
import { createMoneyStore, type MoneyParts } from "./money/money.ts";
import type { AlertRules } from "./ports/alerts.ts";
import type { SpreadStore } from "./ports/spreading.ts";
import type { UpgradeStore } from "./ports/upgrade.ts";
import { createAuditStore } from "./records/audit-log.ts";
import { bootstrap, firstIdentity } from "./records/bootstrap.ts";
import { createConfigurationStore } from "./records/configuration.ts";
import { createCredentialStore } from "./records/credentials.ts";
import { createCircuitChangeStore, createEndpointSlotStore } from "./records/endpoints.ts";
import { createExposure } from "./records/expose-keys.ts";
import { createIdempotencyStore } from "./records/idempotency.ts";
import { createIoLogStore } from "./records/io-log.ts";
import { createKeptResponseStore } from "./records/kept-responses.ts";
import { createKeyStore } from "./records/keys.ts";
import { createOutboxStore } from "./records/outbox.ts";
import { createRefusalStore } from "./records/refusals.ts";
import { createSessionStore } from "./records/sessions.ts";
import { createVectorCacheStore } from "./records/vector-cache.ts";
import { createWorkspaceStore } from "./records/workspaces.ts";
import type { Database } from "./schema.ts";
import type { Store } from "./store.ts";

export interface StoreParts extends Pick<Store, "engine" | "ping" | "backup" | "close"> {
  /** For all statements except money's, which have their own connections in PostgreSQL. */
  readonly database: Database;
  /** Those that do not read by `database`. */
  readonly lists?: Lists;
  /** Absent where migrations do all of their work. */
  readonly upgrade?: UpgradeStore;
  readonly spreading?: SpreadStore;
  readonly alerts: AlertRules;
  readonly clock: StoreClock;
  readonly money: Omit<MoneyParts, "engine" | "alerts" | "clock">;
}

/** Builds the store's parts, which are the same for both engines. */
export function createStore(parts: StoreParts): Store {
  const { engine, database, alerts, clock, money, ping, backup, close } = parts;
  return {
    engine,
    nowMs: () => clock.nowMs(),
    money: createMoneyStore({ engine, alerts, clock, ...money }),
    keys: { ...createKeyStore(database, engine), expose: createExposure(database, engine) },
    budgets: createBudgetStore(database, { engine, alerts, clock }),
    workspaces: createWorkspaceStore(database, engine),
    credentials: createCredentialStore(database, engine),
    configuration: createConfigurationStore(database, engine),
    activity: createActivityStore(database, engine, parts.lists ?? createLists(database, engine)),
    ledger: createLedgerStore(database, engine),
    archive: createArchiveStore(database, engine),
    ioLog: createIoLogStore(database),
    audit: createAuditStore(database),
    sessions: createSessionStore(database),
    alerts: createAlertStore(database, { engine, alerts, clock }),
    outbox: createOutboxStore(database, engine),
    endpointSlots: createEndpointSlotStore(database),
    circuitChanges: createCircuitChangeStore(database),
    refusals: createRefusalStore(database),
    vectorCache: createVectorCacheStore(database),
    upgrade: parts.upgrade ?? { unfinished: async () => [], goOn: async () => {} },
    spreading: parts.spreading ?? null,
    idempotency: createIdempotencyStore(database),
    keptResponses: createKeptResponseStore(database),
    bootstrap: (first) => bootstrap(database, first),
    firstIdentity: () => firstIdentity(database),
    ping,
    backup,
    close,
  };
}
