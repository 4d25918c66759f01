import type { Caller } from "../access/caller.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Attempt } from "../routing/attempt.ts";
import type { Catalog } from "../routing/catalog.ts";
import type { Health } from "../routing/health.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { GenerationFacts, RateState, Store, WorkspaceRecord } from "../store/store.ts";
import type { Workspaces } from "./workspaces.ts";

/** What operations are done with: made once, at boot. */
export interface Gateway {
  readonly store: Store;
  readonly configuration: Configuration;
  readonly catalog: Catalog;
  readonly providerNames: ReadonlySet<string>;
  readonly creditsEnforced: boolean;
  readonly admission: Admission;
  readonly attempt: Attempt;
  readonly health: Health;
  readonly secrets: Secrets;
  readonly workspaces: Workspaces;
  readonly observer: Observer;
}

export interface HoldRequest {
  readonly requestId: string;
  readonly minimumNanousd: number;
  readonly desiredNanousd: number;
  readonly tokens: number;
  readonly usesCredits: boolean;
}

/** Evidence that a request was admitted and its worst case is held. */
export interface Hold {
  readonly requestId: string;
  readonly heldNanousd: number;
  readonly rate: RateState | null;
  readonly workspaceRevision: number;
}

export interface Admission {
  /** Throws GatewayError: 401, 402 or 429. */
  hold(caller: Caller, request: HoldRequest): Promise<Hold>;
  /** Durable when it resolves. */
  settle(hold: Hold, outcome: SettledOutcome): Promise<void>;
  /** Gives everything back, as if nothing had been asked. */
  release(hold: Hold): Promise<void>;
}

export interface SettledOutcome {
  readonly state: "settled" | "released";
  readonly costNanousd: number;
  readonly facts: GenerationFacts;
}

/** Is told of every request that was booked; never of what it said, but where the workspace wants that logged. */
export interface Observer {
  generation(done: DoneGeneration): void;
}

export interface DoneGeneration {
  readonly generationId: string;
  readonly requestId: string;
  readonly caller: Caller;
  readonly workspace: WorkspaceRecord;
  readonly facts: GenerationFacts;
  readonly costNanousd: number;
  readonly startedAtMs: number;
  readonly content?: () => { readonly request: string; readonly reply: string };
}
