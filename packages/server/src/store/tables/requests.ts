import type { Generated } from "kysely";
import type { CircuitChange, EndpointSlot } from "../../model-call/endpoint-facts.ts";
import type { Columns, Flag } from "../fields.ts";
import type { CountedState } from "../ports/ledger.ts";
import type { Refusals } from "../ports/refusals.ts";

/** A row for each process, endpoint and stretch of time: a process writes only its own rows. */
export interface EndpointSlotsTable extends Columns<Omit<EndpointSlot, "latency" | "throughput">> {
  process_id: string;
  /** See histogram.ts. */
  latency: string;
  throughput: string;
}

/** When the circuit of an endpoint opened or closed in a process. */
export interface CircuitChangesTable extends Columns<CircuitChange> {
  process_id: string;
}

/** Refused requests, counted by key, hour, reason and model, each with the last of them as a sample. */
export interface RefusalsTable
  extends Columns<Omit<Refusals, "hourMs" | "last"> & Omit<Refusals["last"], "atMs">> {
  /** Hours since 1970, as in activity_hours. */
  hour: number;
  last_at_ms: number;
}

export interface IoLogTable {
  id: Generated<number>;
  request_id: string;
  workspace_id: string;
  key_id: number;
  /** A fingerprint; null if the request named no end user. */
  end_user: string | null;
  /** Sealed; null in rows that an earlier version has written in clear text. */
  ciphertext: Uint8Array | null;
  wrapped_data_key: Uint8Array | null;
  key_version: number | null;
  /** Empty, except in those rows. */
  request: string;
  reply: string;
  created_at_ms: number;
}

export interface VectorCacheTable {
  workspace_id: string;
  /** See secrets/vector-seal.ts. */
  name: Uint8Array;
  sealed: Uint8Array;
  bytes: number;
  created_at_ms: number;
}

/** See ports/idempotency.ts. */
export interface IdempotentRequestsTable {
  key_id: number;
  name: Uint8Array;
  workspace_id: string;
  fingerprint: Uint8Array;
  process_id: string;
  generation_id: string;
  held: Generated<Flag>;
  answered: Generated<Flag>;
  sealed: string | null;
  /** Of what is sealed. */
  characters: Generated<number>;
  created_at_ms: number;
}

export interface KeptResponsesTable {
  id: string;
  key_id: number;
  workspace_id: string;
  /** With the conversation that led to it. */
  sealed: string;
  characters: number;
  created_at_ms: number;
}

/**
 * One of several billed attempts of a request. The amounts of the request's own row are the sums of these. A request
 * with one billed attempt has none: its row holds everything.
 */
export interface LedgerAttemptsTable {
  request_id: string;
  workspace: Generated<string | null>;
  /** Its index in the row's `attempts`. */
  attempt: number;
  provider: string;
  upstream_model: string;
  byok: Flag;
  group_id: string;
  input_tokens: number;
  output_tokens: number;
  cached_input_tokens: number;
  reasoning_tokens: number;
  estimated: Flag;
  charged_nanousd: number;
  unbilled_nanousd: number;
}

/** The ledger summed up by the day of the charge and by state. Days stay when their requests are pruned. */
export interface LedgerDaysTable {
  organisation_id: string;
  day: number;
  state: CountedState;
  uses_credits: Flag;
  requests: number;
  held_nanousd: number;
  charged_nanousd: number;
  unbilled_nanousd: number;
  refunded_nanousd: number;
}
