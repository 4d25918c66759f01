import { openPostgresStore } from "./postgres/open-postgres-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Store } from "./store.ts";

export type StorePlace =
  /** SQLite in this folder, made where it is missing; other processes of the machine may open it too. */
  | { readonly dataFolder: string }
  /** PostgreSQL, for any number of machines. */
  | { readonly databaseUrl: string }
  /** SQLite that ends with the process. */
  | { readonly inMemory: true };

export interface StoreOptions {
  /** After so much silence a process counts as dead and its holds are closed. */
  readonly silenceMs?: number;
  /** PostgreSQL: all connections of this process together. At least 2. */
  readonly maxConnections?: number;
  readonly connectTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
}

export const storeDefaults = {
  silenceMs: 30_000,
  maxConnections: 10,
  connectTimeoutMs: 3000,
  statementTimeoutMs: 5000,
} as const satisfies Required<StoreOptions>;

/** Opens the store and brings its tables up to date. Rejects with StoreUnavailable or StoreTooNew. */
export function openStore(place: StorePlace, options: StoreOptions = {}): Promise<Store> {
  const settings = { ...storeDefaults, ...options };
  if ("databaseUrl" in place) return openPostgresStore(place.databaseUrl, settings);
  return openSqliteStore("dataFolder" in place ? place.dataFolder : null, settings);
}
