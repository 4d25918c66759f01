/** Something that claims to keep the contract. */
export interface Target {
  readonly name: string;
  /** With the base path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Null where the tester has none: what needs one is then not applicable. */
  readonly managementKey: string | null;
  readonly textModel: string;
  readonly embeddingModel: string;
  /** Of the workspace that the keys belong to: a UUID or a slug. */
  readonly workspace: string;
  /** A provider that takes credentials of a workspace's own; null where none is known. */
  readonly byokProvider: string | null;
  /** Null where nothing is known about a choice of providers. */
  readonly routing: Routing | null;
  readonly abilities: Abilities;
}

/** An embedding model that several providers serve, and what is known of them. */
export interface Routing {
  readonly model: string;
  /** Two that serve it and answer. */
  readonly providers: readonly [string, string];
  /** One that serves it, and is always overloaded. */
  readonly overloaded: string;
  /** Those that keep or use what they are sent. */
  readonly collecting: readonly string[];
  /** A model that only such providers serve. */
  readonly collectingModel: string;
}

/** What a target can be asked to do beyond the contract, so that every status can be seen. */
export interface Abilities {
  /** Answers as `Prefer: code=…` asks: the mock. */
  readonly prefersStatus: boolean;
  /** Has the models `sandbox/fail-<status>` and `sandbox/embed-fail-<status>`: a gateway with its sandbox. */
  readonly sandboxFailures: boolean;
  /** Remembers what it was told: created things can be read again. */
  readonly stateful: boolean;
}

export const nothingSpecial: Abilities = {
  prefersStatus: false,
  sandboxFailures: false,
  stateful: true,
};
