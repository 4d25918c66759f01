import {
  eventTypes,
  messageEventTypes,
  type OpenApiDocument,
  type OperationId,
  operations,
  type SchemaName,
} from "@portico/contract";
import { fieldNamesOf, operationsOf } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
import type { Guide } from "./guide.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** One place that a search may find. Short names: the reader's browser fetches all of them. */
export interface SearchEntry {
  /** Address. */
  readonly u: string;
  /** Title of the page. */
  readonly p: string;
  /** Heading. */
  readonly h: string;
  /** Text. */
  readonly t: string;
  /** Names that are looked for as a whole: an operation's id first, then those of its fields. */
  readonly k?: readonly string[];
}

export function searchIndex(guides: readonly Guide[], document: OpenApiDocument): SearchEntry[] {
  return [
    ...guides.flatMap(guideEntries),
    ...operationEntries(document),
    ...kindEntries(document),
    ...eventEntries(document),
  ];
}

/** A kind of failure is found by its word, by its status, and by the message that somebody has before them. */
function kindEntries(document: OpenApiDocument): SearchEntry[] {
  return errorKinds(document).map(({ word, status, title, meaning, text, examples }) => ({
    u: `errors/${word}.html`,
    p: "Kinds of failures",
    h: `${title}: ${word}`,
    t: plain(`${meaning} ${text} ${examples.map(({ value }) => messageOf(value)).join(" ")}`),
    k: [word, `${status}`],
  }));
}

function messageOf(value: unknown): unknown {
  return Object(Object(value).error).message;
}

/** The streams whose events have types. */
const typedStreams = [
  { id: "createResponse", types: eventTypes },
  { id: "createMessage", types: messageEventTypes },
] as const;

/** An event of a stream is found by its type, and by the names of its fields. */
function eventEntries(document: OpenApiDocument): SearchEntry[] {
  return typedStreams.flatMap(({ id, types }) =>
    Object.entries(types).map(([type, { schema }]) => eventEntry(document, id, type, schema)),
  );
}

function eventEntry(
  document: OpenApiDocument,
  id: OperationId,
  type: string,
  schema: SchemaName,
): SearchEntry {
  const { description = "", properties = {} } = document.components.schemas[schema] ?? {};
  return {
    u: `reference/${id}-events.html#${schema.toLowerCase()}`,
    p: `Events of POST ${operations[id].path}`,
    h: type,
    t: plain(String(description)),
    k: [type, ...Object.keys(properties)],
  };
}

function guideEntries({ slug, title, description, markdown }: Guide): SearchEntry[] {
  const [opening = "", ...sections] = markdown.split(/^(?=#{2,3} )/m);
  // The same renderer that draws the page, so that the addresses of headings are the same.
  const { headings } = renderMarkdown(markdown);
  const page = { u: `${slug}.html`, p: title, h: title, t: plain(`${description} ${opening}`) };
  return [
    page,
    ...sections.map((section, index) => ({
      u: `${slug}.html#${headings[index]?.id ?? ""}`,
      p: title,
      h: headings[index]?.text ?? "",
      t: plain(section.slice(section.indexOf("\n") + 1)),
    })),
  ];
}

function operationEntries(document: OpenApiDocument): SearchEntry[] {
  return operationsOf(document).map(({ facts, operation, ...place }) => ({
    u: `reference/${facts.id}.html`,
    p: "Reference",
    h: `${operation.summary}: ${facts.method.toUpperCase()} ${facts.path}`,
    t: plain(`${facts.id} ${operation.description ?? ""}`),
    k: [facts.id, ...fieldNamesOf(document, { ...place, facts, operation })],
  }));
}

function plain(markdown: string): string {
  return markdown
    .replace(/^`{3}.*$|^:::.*$|^\|[-|: ]+\|$/gm, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|#>]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
