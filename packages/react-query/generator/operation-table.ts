import type { OpenApiDocument } from "@portico/contract";
import { type Located, operationsOf } from "./contract-reader.ts";
import { type Pages, pagesOf } from "./pages.ts";
import { banner } from "./source.ts";

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
    ...operationsOf(document).map(
      (located) => `  ${located.id}: ${JSON.stringify(rowOf(document, located))},`,
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
    ...operationsOf(document).flatMap((located) => [
      commentOf(located),
      `  readonly ${located.id}: ${typeOf(located.id, rowOf(document, located))};`,
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
function commentOf({ operation: { summary = "", description = "" } }: Located): string {
  const [first = ""] = description.split(/\n\s*\n/);
  const text = `${summary.replace(/\.?$/, ".")} ${first}`.replace(/\s+/g, " ").trim();
  return `  /** ${text.replaceAll("*/", "*\\/")} */`;
}

function rowOf(document: OpenApiDocument, located: Located): Row {
  const { method, path } = located;
  if (method !== "get") return { method, path, invalidates: invalidatedBy(document, located) };
  const pages = pagesOf(document, located);
  return { method, path, ...(pages && { pages }) };
}

/** The queries whose answers a write changes, which the contract says of each. */
function invalidatedBy(document: OpenApiDocument, { id, operation }: Located): readonly string[] {
  const names = operation["x-invalidates"];
  if (!Array.isArray(names))
    throw new Error(
      `${id} is no GET and lacks x-invalidates: list the operations whose answers it changes, or [].`,
    );
  const queries = new Set(
    operationsOf(document).flatMap((other) => (other.method === "get" ? [other.id] : [])),
  );
  for (const name of names)
    if (!queries.has(name))
      throw new Error(`x-invalidates of ${id} names ${name}, which is no GET of the contract.`);
  return names;
}
