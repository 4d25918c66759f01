import type { NamedExample, OperationPack } from "./pack.ts";

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
