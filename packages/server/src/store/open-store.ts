import { type AlertRules, usualAlertRules } from "./ports/alerts.ts";
import type { Store } from "./store.ts";

export type StorePlace =
  /** SQLite in this folder, created if missing; other processes of the machine may open it too. */
  | { readonly dataFolder: string }
  /** PostgreSQL, for any number of machines. */
  | {
      readonly databaseUrl: string;
      /** A standby of it, from which lists are read. */
      readonly readUrl?: string | null;
    }
  /** SQLite in memory, which ends with the process. */
  | { readonly inMemory: true };

interface StorePlaceSettings {
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  readonly databaseReadUrl?: string | null;
}

/** What the environment names. */
export function storePlace(settings: StorePlaceSettings): StorePlace {
  const { dataFolder, databaseUrl, databaseReadUrl = null } = settings;
  return databaseUrl === null ? { dataFolder } : { databaseUrl, readUrl: databaseReadUrl };
}

export interface StoreOptions {
  /** A process without a heartbeat for this long counts as dead, and its holds are closed. */
  readonly silenceMs?: number;
  /** PostgreSQL: the maximum of connections of this process. At least 2. */
  readonly maxConnections?: number;
  readonly connectTimeoutMs?: number;
  /** PostgreSQL: how long a statement waits while other requests of this process use all its connections. */
  readonly queueTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** A clock of a test's own, in place of the database's or this process's. */
  readonly nowMs?: () => number;
  /** When a settlement writes an alert. */
  readonly alerts?: AlertRules;
  /** SQLite: called when the database's files were deleted or replaced, with what a person must do. */
  readonly onAlarm?: (message: string) => void;
  /** PostgreSQL: called when the standby cannot be read, and lists come from the primary. */
  readonly onWarning?: (message: string) => void;
}

export const storeDefaults = {
  silenceMs: 30_000,
  maxConnections: 10,
  connectTimeoutMs: 3000,
  queueTimeoutMs: 10_000,
  statementTimeoutMs: 5000,
  alerts: usualAlertRules,
  onAlarm: () => {},
  onWarning: () => {},
} as const satisfies Required<Omit<StoreOptions, "nowMs">>;

/** Opens the store and brings its tables up to date. Rejects with StoreUnavailable, StoreTooNew or StoreTooOld. */
export async function openStore(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
  const settings = { ...storeDefaults, ...options };
  // Only the library of the engine in use is loaded: the other one would cost time and memory at each start.
  if ("databaseUrl" in place) {
    const { openPostgresStore } = await import("./postgres/open-postgres-store.ts");
    return openPostgresStore(place, settings);
  }
  const { openSqliteStore } = await import("./sqlite/open-sqlite-store.ts");
  return openSqliteStore("dataFolder" in place ? place.dataFolder : null, settings);
}
