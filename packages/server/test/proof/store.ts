/** What packages/proof needs of the store: to fill it, to load it, and to audit its books. */
export { createAdmission } from "../../src/access/admission.ts";
export type { Caller } from "../../src/caller.ts";
export { openStore, type StorePlace } from "../../src/store/open-store.ts";
export type { FirstIdentity } from "../../src/store/ports/first-records.ts";
export type { GenerationFacts } from "../../src/store/ports/generation.ts";
export type { GenerationQuery } from "../../src/store/ports/generation-list.ts";
export { databaseFile } from "../../src/store/sqlite/open-sqlite-store.ts";
export type { Store } from "../../src/store/store.ts";
export { checkInvariants } from "../books/invariants.ts";
export { type BilledEntry, type LedgerEntry, readLedger } from "../books/ledger-entry.ts";
export { rawSql } from "../store/raw-sql.ts";
export { admitRequest, firstTenant, settlement } from "../store/records.ts";
export { sampleCaller } from "../support/sample-caller.ts";
