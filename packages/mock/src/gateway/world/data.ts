import type { Schema } from "@portico/contract/facts";
import type { FaultName } from "../rehearsal.ts";
import type { ScriptState } from "../script/script.ts";

/** What the simulated gateway remembers: plain JSON. Records are kept as the interface shows them. */
export interface WorldData {
  readonly keys: KeyRow[];
  readonly workspaces: Schema<"Workspace">[];
  readonly budgets: BudgetRow[];
  readonly models: Schema<"Model">[];
  /** The names of the providers, of which workspaces may bring credentials. */
  readonly providers: string[];
  /** In detail; absent in a state of an earlier version. */
  readonly providerRows?: ProviderRow[];
  /** Of all models. */
  readonly endpoints?: Schema<"ModelEndpoint">[];
  readonly credentials: Schema<"ByokCredential">[];
  /** The ids of those that their providers refuse. */
  refusedCredentials?: string[];
  /** The oldest first. */
  readonly generations: GenerationRow[];
  readonly alerts: Schema<"Alert">[];
  /** The oldest first. */
  readonly audit: Schema<"AuditEvent">[];
  credits: { granted: number; used: number; enforced: boolean };
  /** The oldest first. */
  grants?: Schema<"CreditGrant">[];
  /** Of requests under way; their ages are of now. */
  readonly holds?: Schema<"Hold">[];
  readonly refusals?: Schema<"Refusal">[];
  readonly status?: Schema<"Status">;
  /** The versions of the configuration, the oldest first. */
  configuration?: {
    readonly versions: readonly Schema<"ConfigurationVersionText">[];
    readonly inUse: number;
    /** Of that version. */
    readonly settings?: CallSettings;
  };
  /** What the canaries of a version have come to. */
  canaries?: { readonly version: number; readonly seen: Record<string, SeenCanary> };
  /** Of the console, those that have ended too. */
  sessions?: SessionRow[];
  /** In a page, the session of requests without a key. */
  signedIn?: string | null;
  /** An unknown key gets 401, as at a gateway, and stands for no other. */
  readonly refusesStrangers?: boolean;
  /** The key that a caller with an unknown key stands for; null: the first of its kind. */
  standIn: string | null;
  /** What the next calls of an operation meet; `times` is how many do, null all. */
  faults: { operationId: string; fault: FaultName; times: number | null }[];
  /** The answers to requests with an `Idempotency-Key`, the oldest first. */
  answeredOnce?: AnsweredOnce[];
  /** What calls of models meet in place of the simulated model's answers. */
  script?: ScriptState;
  /** Milliseconds by which its present is ahead of the clock. */
  aheadMs?: number;
  /** Counts what was made here, so that no two ids are equal. */
  made: number;
}

/** What calls ask for of the configuration in use. Its YAML is read when it comes, so that no call waits for that. */
export interface CallSettings {
  readonly tags?: unknown;
  readonly canaries?: unknown;
}

export interface SeenCanary {
  /** Calls of its model. */
  asked: number;
  requests: number;
  failures: number;
  rolled_back: Schema<"CanaryRollBack"> | null;
}

export interface AnsweredOnce {
  /** The key with its caller's own name for the request. */
  readonly name: string;
  readonly asked: string;
  /** What was answered, as plain JSON. */
  readonly decided: object;
}

export interface KeyRow {
  /** Its figures of use are those from before this world began. */
  record: Schema<"ApiKey">;
  /** The secrets before the present one, and their ends. */
  readonly earlier: { hash: string; until: string | null }[];
  deleted: boolean;
}

/** A provider, and what its last day and the changes of its circuits were. */
export interface ProviderRow {
  readonly record: Schema<"Provider">;
  /** Whether the operator has a credential for it. */
  readonly operator: boolean;
  /** Its credentials, where it has several; absent in a state of an earlier version. */
  readonly pool?: Schema<"PooledCredential">[];
  readonly timeLine: Schema<"ProviderSlot">[];
  readonly circuitChanges: Schema<"CircuitChange">[];
}

export interface SessionRow {
  record: Schema<"Session">;
  readonly workspaceId: string;
  /** The value of its cookie. */
  readonly token: string;
  /** Of the key that it was begun with; null for a person. */
  readonly secretHash: string | null;
  ended: boolean;
}

export interface BudgetRow {
  record: Schema<"Budget">;
  /** Spent before this world began, in nanodollars. */
  before: number;
}

export interface GenerationRow {
  record: Schema<"Generation">;
  /** From before this world began: the figures of its key hold it already. */
  readonly isOld: boolean;
}
