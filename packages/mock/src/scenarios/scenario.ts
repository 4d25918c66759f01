/** A workflow of spec/scenarios, with each operation's method and path beside its id. */
export interface Scenario {
  /** The name of its file, and its workflowId. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** What a run has to be given, by name, each with its description. */
  readonly inputs: Readonly<Record<string, string>>;
  /** `x-portico-key`: where the key stands that this is about, as a runtime expression. */
  readonly key: string | null;
  /** `x-portico-faults`: what the next calls meet where the scenario is a state of the mock. */
  readonly faults: readonly ScenarioFault[];
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioFault {
  readonly operationId: string;
  /** One of the mock's faults. */
  readonly fault: string;
  /** How many calls meet it; null for all. */
  readonly times: number | null;
}

export interface ScenarioStep {
  readonly id: string;
  readonly description: string;
  /** `x-portico-given`: the step only brings the state about. */
  readonly given: boolean;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly ScenarioParameter[];
  /** The JSON body, with runtime expressions in it; undefined where the operation takes none. */
  readonly body?: unknown;
  readonly criteria: readonly Criterion[];
  /** Runtime expressions by the name of the output. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface ScenarioParameter {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly value: unknown;
}

/** A criterion as Arazzo has it: a comparison, or a pattern for what the context holds. */
export type Criterion =
  | { readonly type: "simple"; readonly condition: string }
  | { readonly type: "regex"; readonly context: string; readonly condition: string };
