import { type LocatedOperation, operationsOf } from "./contract-reader.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Edition, type Editions, titleOf } from "./history.ts";
import { operationTable } from "./operation-markdown.ts";
import { operationTexts } from "./operation-page-markdown.ts";
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
  return [current, ...released].flatMap((edition) => [
    ...indexPage(parts, edition),
    ...operationsOf(edition.document).flatMap((located) => operationPage(parts, edition, located)),
  ]);
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
): SiteFile[] {
  const { facts, operation } = located;
  const samples = edition === parts.editions.current ? (parts.samples.get(facts.id) ?? []) : [];
  const texts = operationTexts(edition.document, located, samples);
  const title = operation.summary ?? facts.id;
  const address = `${facts.method.toUpperCase()} ${facts.path}`;
  const pages = [
    {
      slug: `${edition.folder}/${facts.id}`,
      title,
      description: `${address}: its parameters, bodies and errors in version ${edition.name} of the contract.`,
      markdown: [texts.operation, parts.history(edition, facts.id)].join("\n"),
      operationId: facts.id,
    },
    {
      slug: `${edition.folder}/${facts.id}-events`,
      title: `${title}: events`,
      description: `${address}: the events of its stream in version ${edition.name} of the contract.`,
      markdown: texts.events ?? "",
      operationId: facts.id,
    },
  ];
  return pages
    .slice(0, texts.events === null ? 1 : 2)
    .flatMap((page) => draw(parts, edition, page));
}

function indexPage(parts: ReferenceParts, edition: Edition): SiteFile[] {
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
  ]);
  return draw(parts, edition, {
    slug: `${edition.folder}/index`,
    title: name === "next" ? "All operations" : `All operations of ${name}`,
    description: `Every operation of version ${name} of the contract, each on a page of its own.`,
    markdown: markdown.join("\n"),
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
      markdown: page.markdown.replaceAll("](errors/", `](${upFrom(page.slug)}errors/`),
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
