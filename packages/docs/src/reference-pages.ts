import { type LocatedOperation, operationsOf } from "./contract-reader.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Edition, type Editions, titleOf } from "./history.ts";
import { operationTable } from "./operation-markdown.ts";
import {
  operationText,
  type SchemaPlaces,
  schemaPlaces,
  schemasMarkdown,
  schemasOfGroup,
} from "./operation-page-markdown.ts";
import { type Frame, markdownPage, navigationGroup, navigationItem, upFrom } from "./page.ts";
import { type ReadOpening, tryAttribute } from "./render-markdown.ts";
import type { Sample } from "./sample.ts";
import type { SiteFile } from "./site-file.ts";

export interface ReferenceParts {
  readonly frame: Frame;
  readonly editions: Editions;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  readonly readOpening: ReadOpening;
  /** What to say of changes on an operation's page; Markdown. */
  readonly history: (edition: Edition, operationId: string) => string;
}

/** The reference as plain pages: one for each operation of each edition, which can be read without a script. */
export function referencePages(parts: ReferenceParts): SiteFile[] {
  const { current, released } = parts.editions;
  return [current, ...released].flatMap((edition) => {
    const places = schemaPlaces(edition.document);
    const located = operationsOf(edition.document);
    return [
      ...indexPage(parts, edition, places),
      ...schemaPages(edition, places).flatMap((page) => draw(parts, edition, page)),
      ...located.flatMap((each) => operationPage(parts, edition, each, places)),
    ];
  });
}

interface ReferenceText {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly operationId: string | null;
}

function operationPage(
  parts: ReferenceParts,
  edition: Edition,
  located: LocatedOperation,
  places: SchemaPlaces,
): SiteFile[] {
  const { facts, operation } = located;
  const samples = edition === parts.editions.current ? (parts.samples.get(facts.id) ?? []) : [];
  const text = operationText(edition.document, located, samples, places);
  return draw(parts, edition, {
    slug: `${edition.folder}/${facts.id}`,
    title: operation.summary ?? facts.id,
    description: `${facts.method.toUpperCase()} ${facts.path}: its parameters, bodies and errors in version ${edition.name} of the contract.`,
    markdown: [text, parts.history(edition, facts.id)].join("\n"),
    operationId: facts.id,
  });
}

/** Every schema that is not on its operation's own page. */
function schemaPages({ document, folder, name }: Edition, places: SchemaPlaces): ReferenceText[] {
  const operations = operationsOf(document);
  const pages = Map.groupBy(places.keys(), (schema) => places.get(schema) ?? "");
  return [...pages].flatMap(([page, names]) => {
    const [id = "", part] = page.split("-");
    const located = operations.find(({ facts }) => facts.id === id);
    if (located && part === undefined) return [];
    const group = operations.find(({ facts }) => schemasOfGroup(facts.tag) === page)?.facts.tag;
    const users = located ? `${located.facts.method.toUpperCase()} ${located.facts.path}` : group;
    const what = part === "events" ? "events" : "schemas";
    return {
      slug: `${folder}/${page}`,
      title: `${located?.operation.summary ?? group ?? "All operations"}: ${what}`,
      description: `The ${what} of ${users ?? "several groups of operations"}, each once, in version ${name} of the contract.`,
      markdown: schemasMarkdown(document, names, places, page),
      operationId: located?.facts.id ?? null,
    };
  });
}

function indexPage(parts: ReferenceParts, edition: Edition, places: SchemaPlaces): SiteFile[] {
  const pages = new Set(places.values());
  const { document, name } = edition;
  const groups = Map.groupBy(operationsOf(document), ({ facts }) => facts.tag);
  const about = new Map(document.tags?.map((tag) => [tag.name, tag.description ?? ""]));
  const markdown = [...groups].flatMap(([group, operations]) => [
    `## ${group}`,
    "",
    about.get(group) ?? "",
    "",
    operationTable(operations, ({ id }) => `${id}.md`),
    "",
    ...(pages.has(schemasOfGroup(group))
      ? [`What several of them take or give: [schemas](${schemasOfGroup(group)}.md).`, ""]
      : []),
  ]);
  return draw(parts, edition, {
    slug: `${edition.folder}/index`,
    title: name === "next" ? "All operations" : `All operations of ${name}`,
    description: `Every operation of version ${name} of the contract, each on a page of its own.`,
    markdown: [...markdown, "What several groups have: [schemas](schemas.md)."].join("\n"),
    operationId: null,
  });
}

function draw(parts: ReferenceParts, edition: Edition, text: ReferenceText): SiteFile[] {
  const { operationId, ...page } = text;
  // What a released contract says may differ from what this gateway does: only the current one can be tried.
  const isCurrent = edition === parts.editions.current;
  const request = isCurrent && operationId !== null ? { operationId } : null;
  return markdownPage(
    parts.frame,
    {
      ...page,
      // The contract's texts are written for the root of the site.
      markdown: page.markdown.replace(/\]\((?=errors[/.])/g, `](${upFrom(page.slug)}`),
      isWide: true,
      sidebar: { name: "Operations", html: operationList(edition, page.slug) },
    },
    `${versionSwitch(parts.editions, edition, operationId)}\n<h1${tryAttribute(request)}>${escapeHtml(page.title)}</h1>`,
    isCurrent ? parts.readOpening : undefined,
  );
}

/** Links to the same page of every other edition: it works without a script. */
function versionSwitch(editions: Editions, shown: Edition, operationId: string | null): string {
  const page = operationId ?? "index";
  const up = upFrom(`${shown.folder}/${page}`);
  const items = [editions.current, ...editions.released].map((edition) => {
    const name = escapeHtml(titleOf(editions, edition));
    if (edition === shown) return `<li><span aria-current="true">${name}</span></li>`;
    const hasPage =
      operationId === null ||
      operationsOf(edition.document).some(({ facts }) => facts.id === operationId);
    return hasPage
      ? `<li><a href="${up}${edition.folder}/${page}.html">${name}</a></li>`
      : `<li><span class="absent">not in ${name}</span></li>`;
  });
  return `<nav class="versions" aria-label="Versions of this page"><span>Version</span><ul>${items.join("")}</ul></nav>`;
}

function operationList({ folder, document }: Edition, slug: string): string {
  const groups = Map.groupBy(operationsOf(document), ({ facts }) => facts.tag);
  return [...groups]
    .map(([group, operations]) => {
      const items = operations.map(({ facts: { id }, operation: { summary } }) =>
        navigationItem(id, summary ?? id, slug === `${folder}/${id}`),
      );
      return navigationGroup(group, items);
    })
    .join("");
}
