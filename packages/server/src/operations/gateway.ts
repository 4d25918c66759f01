import type { MarkedPlace } from "@portico/core/model-call/respond-call";
import type { OwnWireCall, Taken } from "@portico/core/model-call/taken";
import type { Admission } from "../access/admission.ts";
import type { ListTurns } from "../access/list-turns.ts";
import type { SignInGuard } from "../access/sign-in-guard.ts";
import type { Caller } from "../caller.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Configurations } from "../configuration/versions.ts";
import type { CountTokens } from "../providers/provider.ts";
import type { Attempt } from "../routing/attempt.ts";
import type { Canaries } from "../routing/canary.ts";
import type { Catalog, Endpoint } from "../routing/catalog.ts";
import type { Circuits } from "../routing/circuits.ts";
import type { Rest } from "../routing/credential-pools.ts";
import type { Health } from "../routing/health.ts";
import type { Shadows } from "../routing/shadow.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { ThoughtSeals } from "../secrets/thought-seal.ts";
import type { GenerationFacts } from "../store/ports/generation.ts";
import type { ExposedKey } from "../store/ports/keys.ts";
import type { NewNotice } from "../store/ports/outbox.ts";
import type { WorkspaceRecord } from "../store/ports/workspaces.ts";
import type { Store } from "../store/store.ts";
import type { CheckDraft, ProviderChecks } from "./catalogue/check-provider.ts";
import type { CircuitHistory } from "./catalogue/circuit-history.ts";
import type { EndpointFigures } from "./catalogue/endpoint-figures.ts";
import type { VectorCache } from "./embeddings/vector-cache.ts";
import type { Guardrails } from "./guardrail/guardrails.ts";
import type { Idempotency } from "./idempotency/idempotency.ts";
import type { Workspaces } from "./paid-call/workspace-facts.ts";
import type { RefusalCounts } from "./records/refusals.ts";
import type { KeptResponses } from "./responses/kept-responses.ts";

/** The parts that operations work with, made once at boot. */
export interface Gateway {
  readonly store: Store;
  readonly configuration: Configuration;
  /** The versions of it. */
  readonly configurations: Configurations;
  readonly catalog: Catalog;
  readonly providerNames: ReadonlySet<string>;
  readonly creditsEnforced: boolean;
  readonly admission: Pick<Admission, "hold" | "settle" | "release" | "count">;
  /** Null where the configuration has none. */
  readonly guardrails: Guardrails | null;
  /** Null where requests may not be named. */
  readonly idempotency: Idempotency | null;
  /** Null where no responses are kept. */
  readonly keptResponses: KeptResponses | null;
  readonly attempt: Attempt;
  /** What an endpoint is sent of a call's own wire. */
  readonly taken: (endpoint: Endpoint, call: OwnWireCall) => Taken | undefined;
  /** How an endpoint's provider counts the input of a call; undefined where it has no call for that. */
  readonly counterAt: (endpoint: Endpoint) => CountTokens | undefined;
  /** Whether an endpoint is sent the marks for prompt caches at these places. */
  readonly keepsMarks: (endpoint: Endpoint, places: readonly MarkedPlace[]) => boolean;
  readonly health: Health;
  readonly figures: Pick<EndpointFigures, "read">;
  readonly vectorCache: Pick<VectorCache, "find" | "keep">;
  readonly circuit: Pick<Circuits, "state">;
  /** By the name that requests ask for; null where there are none. */
  readonly canaries: Canaries | null;
  /** The same. */
  readonly shadows: Shadows | null;
  readonly shadowing: Shadowing;
  /** The credentials of a provider that has several; else none. */
  readonly poolOf: (provider: string) => readonly PooledState[];
  readonly circuitHistory: Pick<CircuitHistory, "read">;
  readonly refusals: Pick<RefusalCounts, "write">;
  readonly checks: ProviderChecks;
  readonly checkDraft: CheckDraft;
  readonly secrets: Pick<Secrets, "seal" | "open" | keyof ThoughtSeals>;
  readonly workspaces: Workspaces;
  readonly signInGuard: SignInGuard;
  readonly listTurns: ListTurns;
  readonly notifier: Notifier;
  readonly node: GatewayNode;
  readonly observer: Observer;
}

/** What became of a call whose answer no caller gets. */
export interface Shadowed {
  /** Of the request whose shadow it is. */
  readonly generationId: string;
  readonly route: string;
  readonly model: string;
  readonly provider: string;
  readonly failure: string | null;
  readonly latencyMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the operator pays. */
  readonly costNanousd: number;
}

export interface Shadowing {
  onShadowed(done: Shadowed): void;
  onProblem(error: unknown): void;
  /** Aborted when the gateway ends: no caller waits for a shadow. */
  readonly stop: AbortSignal;
}

/** What this process knows of one of a provider's credentials. */
export interface PooledState {
  readonly name: string;
  readonly weight: number;
  readonly rests: readonly Rest[];
  readonly last: Rest | null;
}

/** The processes that share this one's port. */
interface GatewayNode {
  readonly version: string;
  /** How far the figures of the processes reach back. */
  readonly windowSeconds: number;
  /** Without a process that does not answer at once. */
  statuses(): Promise<readonly ProcessStatus[]>;
}

/** What one process does. Plain data: processes send it to each other. */
export interface ProcessStatus {
  /** The id under which it holds amounts. */
  readonly id: string;
  readonly pid: number;
  readonly startedAtMs: number;
  readonly requestsInFlight: number;
  readonly bodyBytesInFlight: number;
  readonly memoryBytes: number;
  /** The worst minute. */
  readonly eventLoopLagMs: number;
  /** Buckets of microseconds with their counts: see histogram.ts. */
  readonly overhead: readonly (readonly [bucket: number, count: number])[];
  readonly cacheHits: number;
  readonly cacheMisses: number;
  readonly configurationVersion: number;
  /** Why the version in use is not taken here. */
  readonly configurationProblem: string | null;
}

/** Sends notices to people. */
export interface Notifier {
  /** The notices to store with the key's mark: one for each configured channel. */
  aboutExposedKey(exposed: ExposedKey): readonly NewNotice[];
  /** Called when these keys are marked and their notices are stored: sends the notices at once. */
  exposed(marked: readonly ExposedKey[]): void;
}

/** Called with every booked request. Gets its content only where the workspace logs content. */
export interface Observer {
  generation(done: DoneGeneration): void;
}

/** The content, for the workspaces that log it. */
export interface LoggedContent {
  readonly request: string;
  readonly reply: string;
  /** The caller's own name for its end user. */
  readonly endUser: string | null;
}

export interface DoneGeneration {
  readonly generationId: string;
  readonly requestId: string;
  readonly caller: Caller;
  readonly workspace: WorkspaceRecord;
  readonly facts: GenerationFacts;
  readonly costNanousd: number;
  /** The part of the cost above the hold: the key is not charged for it, so the operator pays. */
  readonly unbilledNanousd: number;
  readonly startedAtMs: number;
  readonly content: (() => LoggedContent) | undefined;
}
