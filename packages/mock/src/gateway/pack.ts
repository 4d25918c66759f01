import type { Column } from "@portico/contract/csv";
import type { JsonSchema, ParameterObject } from "@portico/contract/facts";

/** All that the simulated gateway knows of one operation: plain JSON without prose, so that it prints as a module. */
export interface OperationPack {
  readonly facts: PackFacts;
  readonly parameters: readonly Pick<ParameterObject, "name" | "in" | "required" | "schema">[];
  /** Of the JSON body; null where the operation takes none. */
  readonly body: JsonSchema | null;
  /** The examples by status (or `default`) and media type. */
  readonly replies: Readonly<Record<string, Readonly<Record<string, readonly NamedExample[]>>>>;
  /** The security schemes beside the key in `Authorization`. */
  readonly ways: readonly string[];
  /** Of the table, for a list that may be asked for as CSV. */
  readonly columns: readonly Column[] | null;
  /** Those that the body and the parameters lead to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Of any document, so an id is a text. */
export interface PackFacts {
  readonly id: string;
  readonly method: "get" | "put" | "post" | "delete" | "patch";
  readonly path: string;
  /** Which key a caller needs; `none`: it is called before there is one. */
  readonly key: "any" | "ordinary" | "management" | "none";
  /** The least that a management key must be allowed. */
  readonly scope: "all" | "read_only" | "spend";
  /** Of people, who sign in without a key. */
  readonly roles: readonly string[];
  readonly pathParameters: readonly string[];
  /** Whether parameters of the query that it does not have are refused. */
  readonly isQueryKnown?: true;
}

export interface NamedExample {
  readonly name: string;
  readonly value: unknown;
}

/** The examples of one status and media type of an operation; those of `default` for an unlisted status. */
export function examplesOf(
  { replies }: OperationPack,
  status: number,
  mediaType = "application/json",
): readonly NamedExample[] {
  return (replies[String(status)] ?? replies["default"])?.[mediaType] ?? [];
}

/** The names of all examples of an operation's replies. */
export function exampleNames({ replies }: OperationPack): string[] {
  const names = Object.values(replies).flatMap((types) =>
    Object.values(types).flatMap((examples) => examples.map(({ name }) => name)),
  );
  return [...new Set(names)];
}

/** The status of a success: the one that was asked for, where the contract lists it, or else the first. */
export function successStatus({ replies }: OperationPack, asked: number | undefined): number {
  const statuses = Object.keys(replies).filter((status) => /^2\d\d$/.test(status));
  return Number(statuses.find((status) => Number(status) === asked) ?? statuses[0] ?? 200);
}
