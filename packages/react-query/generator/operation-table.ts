import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import {
  type LocatedOperation,
  operationsIn,
  parametersOf,
  resolved,
} from "@portico/contract/operations-in";
import { replySchema } from "./contract-reader.ts";

export const banner =
  "// Generated from spec/ by `pnpm generate`. Do not edit: change spec/ and generate again.";

/** How a list goes on: by a count of skipped items or by a cursor. */
interface Pages {
  readonly by: "offset" | "cursor";
  /** The property of the reply that holds the list, where the reply is not the list itself. */
  readonly in?: string;
}

/** By the parameter that asks for a page: the field of a list by which it is known. */
const marks = { cursor: "next_cursor", offset: "total_count" } as const;

/** What the parameters and the reply of an operation say of its pages; nothing where it has none. */
function pagesOf(document: OpenApiDocument, located: LocatedOperation): Pages | undefined {
  const parameters = parametersOf(document, located).filter(({ in: place }) => place === "query");
  for (const by of ["cursor", "offset"] as const)
    if (parameters.some(({ name }) => name === by))
      return { by, ...placeOf(document, located, marks[by]) };
  return undefined;
}

function placeOf(
  document: OpenApiDocument,
  located: LocatedOperation,
  mark: string,
): { in?: string } {
  const reply = replySchema(document, located);
  if (isList(reply, mark)) return {};
  const found = Object.entries(reply?.properties ?? {}).find(([, schema]) =>
    alternatives(document, schema).some((one) => isList(one, mark)),
  );
  if (found === undefined)
    throw new Error(
      `${located.operation.operationId} takes pages, but its reply holds no list: it needs data and ${mark}.`,
    );
  return { in: found[0] };
}

/** A schema, or those of which it is one: a list may be null. */
function alternatives(document: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  const whole = resolved(document, schema);
  return [
    whole,
    ...[...(whole.oneOf ?? []), ...(whole.anyOf ?? [])].map((one) => resolved(document, one)),
  ];
}

function isList(schema: JsonSchema | undefined, mark: string): boolean {
  return schema?.properties?.["data"] !== undefined && schema.properties[mark] !== undefined;
}

interface Row {
  readonly method: string;
  readonly path: string;
  readonly pages?: Pages;
  readonly invalidates?: readonly string[];
}

/** The table that the hooks read, as TypeScript. */
export function operationTable(document: OpenApiDocument): string {
  return [
    banner,
    "",
    "/** What the hooks know of each operation: its address, how its list goes on, what a write changes. */",
    "export const operationTable = {",
    ...operationsIn(document).map(
      (located) =>
        `  ${located.operation.operationId}: ${JSON.stringify(rowOf(document, located))},`,
    ),
    "} as const;",
    "",
  ].join("\n");
}

/** What callers see, as TypeScript. */
export function queryInterface(document: OpenApiDocument): string {
  return [
    banner,
    'import type { Mutation, PagedQuery, Query } from "../operation.ts";',
    "",
    "/** Every operation of the gateway by its id. */",
    "export interface PorticoQuery {",
    ...operationsIn(document).flatMap((located) => [
      commentOf(located),
      `  readonly ${located.operation.operationId}: ${typeOf(located.operation.operationId, rowOf(document, located))};`,
    ]),
    "}",
    "",
  ].join("\n");
}

function typeOf(id: string, { invalidates, pages }: Row): string {
  if (invalidates) return `Mutation<"${id}">`;
  if (pages) return `PagedQuery<"${id}", ${pages.by === "offset" ? "number" : "string | null"}>`;
  return `Query<"${id}">`;
}

/** The summary and the first paragraph of the description. */
function commentOf({ operation: { summary = "", description = "" } }: LocatedOperation): string {
  const [first = ""] = description.split(/\n\s*\n/);
  const text = `${summary.replace(/\.?$/, ".")} ${first}`.replace(/\s+/g, " ").trim();
  return `  /** ${text.replaceAll("*/", "*\\/")} */`;
}

function rowOf(document: OpenApiDocument, located: LocatedOperation): Row {
  const { method, path } = located;
  if (method !== "get") return { method, path, invalidates: invalidatedBy(document, located) };
  const pages = pagesOf(document, located);
  return { method, path, ...(pages && { pages }) };
}

/** The queries whose answers a write changes, which the contract says of each. */
function invalidatedBy(
  document: OpenApiDocument,
  { operation }: LocatedOperation,
): readonly string[] {
  const { operationId: id } = operation;
  const names = operation["x-invalidates"];
  if (!Array.isArray(names))
    throw new Error(
      `${id} is no GET and lacks x-invalidates: list the operations whose answers it changes, or [].`,
    );
  const queries = new Set(
    operationsIn(document).flatMap(({ method, operation: other }) =>
      method === "get" ? [other.operationId] : [],
    ),
  );
  for (const name of names)
    if (!queries.has(name))
      throw new Error(`x-invalidates of ${id} names ${name}, which is no GET of the contract.`);
  return names;
}
