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
  readonly abilities: Abilities;
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
