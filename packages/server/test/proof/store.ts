/** What packages/proof needs of the store: to fill it, to load it, and to audit its books. */
export { createAdmission } from "../../src/access/admission.ts";
export type { Caller } from "../../src/caller.ts";
export { openStore, type StorePlace } from "../../src/store/open-store.ts";
export type { GenerationFacts } from "../../src/store/ports/generation.ts";
export { checkInvariants } from "../books/invariants.ts";
export { type BilledEntry, type LedgerEntry, readLedger } from "../books/ledger-entry.ts";
export { rawSql } from "../store/raw-sql.ts";
export { firstTenant, settlement } from "../store/records.ts";
export { sampleCaller } from "../support/sample-caller.ts";
