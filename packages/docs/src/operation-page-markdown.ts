import type { OpenApiDocument } from "@portico/contract";
import {
  type LocatedOperation,
  operationsOf,
  requestSchemaOf,
  responsesOf,
  schemaNameOf,
  schemaNamesOf,
} from "./contract-reader.ts";
import { operationMarkdown, schemaMarkdown } from "./operation-markdown.ts";
import type { Sample } from "./sample.ts";

/** The page that describes each schema: there is one for each, so that nothing is said twice. */
export type SchemaPlaces = ReadonlyMap<string, string>;

/** A schema where an operation has it. */
interface Use {
  readonly name: string;
  readonly tag: string;
}

/** More schemas than these would bury what is said of the operation itself. */
const mostOnPage = 12;

/**
 * A schema of one operation is on that operation's page, unless these are many. The events of a stream have a page of
 * their own, and so have the schemas that several operations use.
 */
export function schemaPlaces(document: OpenApiDocument): SchemaPlaces {
  const operations = operationsOf(document);
  const found = operations.flatMap((located) =>
    schemaNamesOf(document, located).map((name) => ({ name, tag: located.facts.tag })),
  );
  const uses = Map.groupBy(found, ({ name }) => name);
  const own = operations.flatMap((located) => placesOfOwn(document, located, uses));
  return new Map([
    ...[...uses].map(([name, users]) => [name, sharedPlace(users)] as const),
    ...own,
  ]);
}

/** Those of one group of operations are on the group's page. */
function sharedPlace(users: readonly Use[]): string {
  const [tag = "", ...others] = new Set(users.map((user) => user.tag));
  return others.length > 0 ? "schemas" : schemasOfGroup(tag);
}

/** A group keeps its page when its stage ends. */
export function schemasOfGroup(tag: string): string {
  return `schemas-${tag
    .replace(/ \(\w+\)$/, "")
    .toLowerCase()
    .replaceAll(" ", "-")}`;
}

/** Where the schemas are that no other operation has. */
function placesOfOwn(
  document: OpenApiDocument,
  located: LocatedOperation,
  uses: ReadonlyMap<string, readonly Use[]>,
): (readonly [name: string, place: string])[] {
  const { id } = located.facts;
  const own = schemaNamesOf(document, located).filter((name) => uses.get(name)?.length === 1);
  const bodies = new Set(schemaNamesOf(document, withoutStream(located)));
  const isLong = own.filter((name) => bodies.has(name)).length > mostOnPage;
  const roots = new Set([
    schemaNameOf(requestSchemaOf(located)),
    ...responsesOf(document, located).map(([, { content }]) =>
      schemaNameOf(content?.["application/json"]?.schema),
    ),
  ]);
  return own.map((name) => {
    if (!bodies.has(name)) return [name, `${id}-events`];
    return [name, isLong && !roots.has(name) ? `${id}-schemas` : id];
  });
}

/** One operation for a page of its own: Markdown without the page's heading. */
export function operationText(
  document: OpenApiDocument,
  located: LocatedOperation,
  samples: readonly Sample[],
  places: SchemaPlaces,
): string {
  const { id } = located.facts;
  const [, ...lines] = operationMarkdown(document, located, samples).split("\n");
  const body = schemaNameOf(requestSchemaOf(located));
  const pages = new Set(places.values());
  const names = [...places.keys()].filter((name) => places.get(name) === id && name !== body);
  return [
    linked(lines.join("\n").replace(/^#(##+ )/gm, "$1"), places, id),
    ...(pages.has(`${id}-events`)
      ? ["## Events", "", `The stream's events have [a page of their own](${id}-events.md).`, ""]
      : []),
    ...(names.length > 0 ? ["## Schemas", "", schemasMarkdown(document, names, places, id)] : []),
  ].join("\n");
}

/** The schemas of one page. */
export function schemasMarkdown(
  document: OpenApiDocument,
  names: readonly string[],
  places: SchemaPlaces,
  page: string,
): string {
  const isOperation = !page.includes("-") && page !== "schemas";
  const texts = names.map((name, index) => {
    const text = schemaMarkdown(document, name, document.components.schemas[name] ?? {});
    // An operation's first schema is its reply.
    const shown = isOperation && index === 0 ? text : withFoldedTables(text);
    return isOperation ? shown.replace(/^##/, "###") : shown;
  });
  return linked(texts.join("\n"), places, page);
}

/** Readers look schemas up: a page shows their names and what they are, and opens the fields that are asked for. */
function withFoldedTables(markdown: string): string {
  return markdown.replace(/(?:^\|.*\n)+/gm, (table) => `:::fields\n\n${table}\n:::\n`);
}

/** With links to where each schema is described, as seen from a page. */
function linked(markdown: string, places: SchemaPlaces, page: string): string {
  const byAnchor = new Map([...places].map(([name, place]) => [name.toLowerCase(), place]));
  return markdown.replace(/\]\(#(\w+)\)/g, (link, anchor: string) => {
    const place = byAnchor.get(anchor);
    return place === undefined || place === page ? link : `](${place}.md#${anchor})`;
  });
}

function withoutStream({ operation, ...place }: LocatedOperation): LocatedOperation {
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const { "text/event-stream": _, ...content } = response.content ?? {};
      return [status, { ...response, content }];
    }),
  );
  return { ...place, operation: { ...operation, responses } };
}
