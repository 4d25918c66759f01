import type { JsonSchema, OpenApiDocument } from "@portico/contract";
import { type Located, queryParameters, replySchema, schemaOf } from "./contract-reader.ts";

/** How a list goes on: by a count of skipped items or by a cursor. */
export interface Pages {
  readonly by: "offset" | "cursor";
  /** The property of the reply that holds the list, where the reply is not the list itself. */
  readonly in?: string;
}

/** By the parameter that asks for a page: the field of a list by which it is known. */
const marks = { cursor: "next_cursor", offset: "total_count" } as const;

/** What the parameters and the reply of an operation say of its pages; nothing where it has none. */
export function pagesOf(document: OpenApiDocument, located: Located): Pages | undefined {
  const parameters = queryParameters(document, located);
  for (const by of ["cursor", "offset"] as const)
    if (parameters.has(by)) return { by, ...placeOf(document, located, marks[by]) };
  return undefined;
}

function placeOf(document: OpenApiDocument, located: Located, mark: string): { in?: string } {
  const reply = replySchema(document, located);
  if (isList(reply, mark)) return {};
  const found = Object.entries(reply?.properties ?? {}).find(([, schema]) =>
    alternatives(document, schema).some((one) => isList(one, mark)),
  );
  if (found === undefined)
    throw new Error(
      `${located.id} takes pages, but its reply holds no list: it needs data and ${mark}.`,
    );
  return { in: found[0] };
}

/** A schema, or those of which it is one: a list may be null. */
function alternatives(document: OpenApiDocument, schema: JsonSchema): JsonSchema[] {
  const whole = schemaOf(document, schema);
  return [
    whole,
    ...[...(whole.oneOf ?? []), ...(whole.anyOf ?? [])].map((one) => schemaOf(document, one)),
  ];
}

function isList(schema: JsonSchema | undefined, mark: string): boolean {
  return schema?.properties?.["data"] !== undefined && schema.properties[mark] !== undefined;
}
