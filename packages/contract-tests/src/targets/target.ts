/** A service that should keep the contract. */
export interface Target {
  readonly name: string;
  /** Including the base path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null if the tester has none: cases that need one are then not applicable. */
  readonly managementKey: string | null;
  readonly textModel: string;
  readonly embeddingModel: string;
  /** Null if the service has none: rankings are then not applicable. */
  readonly rerankModel: string | null;
  /** The workspace of the keys: a UUID or a slug. */
  readonly workspace: string;
  /** A provider for which workspaces can have their own credentials; null if none is known. */
  readonly byokProvider: string | null;
  /** Null if nothing is known about the choice of providers. */
  readonly routing: Routing | null;
  readonly abilities: Abilities;
}

/** An embedding model with several providers, and what is known of them. */
export interface Routing {
  readonly model: string;
  /** Two providers that serve it. */
  readonly providers: readonly [string, string];
  /** A provider of the model that is always overloaded. */
  readonly overloaded: string;
  /** Providers that store or use the content of requests. */
  readonly collecting: readonly string[];
  /** A model that only such providers serve. */
  readonly collectingModel: string;
}

/** What a target can do beyond the contract, so that every status can be seen. */
export interface Abilities {
  /** Returns the status of `Prefer: code=…`: the mock. */
  readonly prefersStatus: boolean;
  /** Has the models `sandbox/fail-<status>`, `sandbox/embed-fail-<status>` and `sandbox/rerank-fail-<status>`: a gateway with its sandbox. */
  readonly sandboxFailures: boolean;
  /** Stores its records: created things can be read again. */
  readonly stateful: boolean;
}

export const nothingSpecial: Abilities = {
  prefersStatus: false,
  sandboxFailures: false,
  stateful: true,
};

/** The case cannot run on this target; the message says why. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}
