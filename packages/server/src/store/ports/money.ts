import type { Tags } from "@portico/core/rules/tags";
import type { Actor } from "./actor.ts";
import type { BilledAttempt, GenerationFacts } from "./generation.ts";

/** AdmissionVerdict and settlement: the only statements on a request's hot path, each over a whole batch. */
export interface MoneyStore {
  /** How many batches of each kind it accepts together, if more than one: then it combines them itself. */
  readonly batchesAtOnce?: number;
  /**
   * Where requests of a workspace are written; absent where all are written in one place. A batch of one place is decided by
   * one node alone, and fails with it alone.
   */
  readonly placeOf?: (workspaceId: string) => string;
  /** One key's requests are decided in their order; the order of different keys that share credits is open. */
  admit(batch: readonly AdmitRequest[]): Promise<readonly AdmissionVerdict[]>;
  /** Idempotent by `generationId`: a settled request stays unchanged. Durable when it resolves. */
  settle(batch: readonly Settlement[]): Promise<void>;
  /**
   * Cancels holds without a trace: nothing is booked, and the limits per minute get back what was taken. A request
   * without a hold stays unchanged.
   */
  cancel(batch: readonly Cancellation[]): Promise<void>;
  /** Closes holds at their full amount, refundable, because the outcome of their requests is unknown. */
  abandon(batch: readonly Cancellation[]): Promise<void>;
  /** Records that this process is alive, and closes the holds of dead processes as `abandoned`. */
  heartbeat(
    processId: string,
    configurationVersion?: number,
  ): Promise<{ readonly abandoned: number }>;
  /**
   * How long this process has seen no heartbeat of another one, by its own clock; null for one that it has not looked for.
   */
  silenceOf(processId: string): number | null;
  /** This process's open holds. One that the process does not know comes from a batch whose answer was lost. */
  holdsOf(processId: string): Promise<readonly Cancellation[]>;
  /** The process ends properly: it must have no open holds left. */
  farewell(processId: string): Promise<void>;
  /**
   * Gives the charge of an abandoned request, or of one that failed with an error of the service, back to its key.
   * Returns false if there is no such request.
   */
  refund(actor: Actor, generationId: string): Promise<boolean>;
  credits(organisationId: string): Promise<Credits>;
  grant(actor: Actor, grant: CreditGrant): Promise<Credits>;
}

export interface AdmitRequest {
  readonly generationId: string;
  readonly processId: string;
  readonly keyId: number;
  /** The workspace of the key; the answer holds its current revision. */
  readonly workspaceId: string;
  /** The least that must be left, and the most that is held; equal if the worst case is fixed. */
  readonly minimumNanousd: number;
  readonly desiredNanousd: number;
  /** Worst case, for the limit of tokens per minute. */
  readonly tokens: number;
  /** False for requests that are not charged against the organisation's credits (BYOK). */
  readonly usesCredits: boolean;
  readonly enforceCredits: boolean;
  readonly nowMs: number;
  /** The caller's own name for its end user; absent before the body is read. */
  readonly endUser?: string | null;
  /** What the session of `about` may spend in all; absent where its caller has set nothing. */
  readonly sessionBudgetNanousd?: number | null;
  /** The facts under which the request is listed if its process dies. */
  readonly about?: HoldSubject;
  /**
   * True before anything of the request is known: asks whether the smallest request would be admitted. Counts as one
   * request in its minute, and holds nothing.
   */
  readonly isGate?: boolean;
  /** True if the gate has already counted the request. */
  readonly isCounted?: boolean;
}

export interface HoldSubject {
  readonly operation: GenerationFacts["operation"];
  readonly model: string;
  readonly sessionId?: string | null;
  readonly tags?: Tags | null;
  readonly appUrl: string | null;
  readonly appTitle: string | null;
}

export interface Cancellation {
  readonly generationId: string;
  readonly keyId: number;
  /** Of the key; null in a hold of an earlier version. Where tables are spread over nodes it says where the hold is. */
  readonly workspaceId: string | null;
}

export interface FallenKey {
  readonly keyId: number;
  readonly reason: "revoked" | "disabled" | "expired";
}

export type AdmissionVerdict =
  | {
      readonly outcome: "admitted";
      readonly heldNanousd: number;
      readonly rate: RateState | null;
      /** Grows with every change of the workspace or its credentials, on any node. */
      readonly workspaceRevision: number;
    }
  | { readonly outcome: "unauthenticated"; readonly reason: FallenKey["reason"] }
  | {
      readonly outcome: "outOfCredits";
      readonly of: "key" | "session" | "endUser" | "tag" | "workspace" | "organisation";
      readonly remainingNanousd: number;
      /** Null for the organisation's credits. */
      readonly limit: SpentLimit | null;
      /** With a new credential of the workspace the request may cost nothing. */
      readonly workspaceRevision: number;
    }
  | {
      readonly outcome: "rateLimited";
      readonly of: "requests" | "tokens" | "requestsInFlight";
      readonly retryAfterMs: number;
      readonly rate: RateState;
    };

/** The limit that refused a request. */
export interface SpentLimit {
  readonly limitNanousd: number;
  /** In the present period. */
  readonly spentNanousd: number;
  readonly heldNanousd: number;
  /** Null if it never resets. */
  readonly resetsAtMs: number | null;
  /** Null for the key's own limit, and for a session's. */
  readonly budgetId: string | null;
  /** Of a tag's budget: `project=checkout`. */
  readonly tag?: string;
}

/** The limit of the key of which the smaller share is left, for the `X-RateLimit-*` headers. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Time until the whole limit is available again. */
  readonly resetMs: number;
}

export interface Settlement {
  readonly generationId: string;
  readonly keyId: number;
  readonly organisationId: string;
  readonly workspaceId: string;
  /** `released` if nothing was used: the request failed before anything was billed. */
  readonly state: "settled" | "released";
  /** The total cost. The charge never exceeds the hold; the difference is stored as `unbilled`. */
  readonly costNanousd: number;
  /** Each billed attempt in order, if there are several; the facts' tokens are those of the last one. */
  readonly billed?: readonly BilledAttempt[];
  /** The reply failed because this booking took too long: a row that says otherwise is corrected. */
  readonly isLate?: boolean;
  readonly facts: GenerationFacts;
  readonly nowMs: number;
}

export interface Credits {
  readonly grantedNanousd: number;
  readonly usedNanousd: number;
  readonly heldNanousd: number;
}

export interface CreditGrant {
  readonly amountNanousd: number;
  readonly note: string | null;
  readonly createdBy: string | null;
}
