import type { GivenParameter, KeyKind } from "@portico/try-it";

/** What the panel knows of the contract. The site's build writes it as one JSON file (src/try-it/). */
export interface TryItFacts {
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationFacts>>;
  /** What each header of a reply means, by its name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** What each event of a stream means, by the schema of the stream and the name of the event. */
  readonly events: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Kinds of errors that have a page of their own, with what each means. */
  readonly errors: Readonly<Record<string, string>>;
  /** The failures that the mock can rehearse, by name. */
  readonly faults: Readonly<Record<string, string>>;
}

export interface OperationFacts {
  readonly title: string;
  /** `POST`. */
  readonly method: string;
  /** `/keys/{hash}`. */
  readonly path: string;
  readonly key: KeyKind;
  readonly parameters: readonly ParameterFacts[];
  /** Named request bodies; null for an operation that takes none. */
  readonly examples: readonly RequestExample[] | null;
  /** The schema of its stream's events; null for an operation that does not stream. */
  readonly stream: string | null;
  /** Whether it can answer with CSV. */
  readonly csv: boolean;
  /** The simulated models that can serve it: their names, the usual one first; empty without a model in the body. */
  readonly models: readonly string[];
}

export interface ParameterFacts extends Omit<GivenParameter, "value"> {
  readonly required: boolean;
  readonly description: string;
  /** All values that it can take, where the contract lists them. */
  readonly values?: readonly string[];
  readonly example?: string;
}

export interface RequestExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}
