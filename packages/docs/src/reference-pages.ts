import { type LocatedOperation, operationsOf } from "./contract-reader.ts";
import { type Edition, type Editions, titleOf } from "./editions.ts";
import { escapeHtml } from "./escape-html.ts";
import { operationTexts } from "./operation-page-markdown.ts";
import { type Frame, guidePage, upFrom } from "./page.ts";
import { type ReadOpening, renderMarkdown, tryAttribute } from "./render-markdown.ts";
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
  const all = operationsOf(document);
  const groups = [...new Set(all.map(({ facts }) => facts.tag))];
  const about = new Map(document.tags?.map((tag) => [tag.name, tag.description ?? ""]));
  const markdown = groups.flatMap((group) => [
    `## ${group}`,
    "",
    about.get(group) ?? "",
    "",
    "| Operation | Address | Key |",
    "|---|---|---|",
    ...all
      .filter(({ facts }) => facts.tag === group)
      .map(
        ({ facts, operation }) =>
          `| [${operation.summary}](${facts.id}.md) | \`${facts.method.toUpperCase()} ${facts.path}\` | ${facts.key} |`,
      ),
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
  const { slug, title, description, operationId } = text;
  // The contract's texts are written for the root of the site.
  const markdown = text.markdown.replaceAll("](errors/", `](${upFrom(slug)}errors/`);
  // What a released contract says may differ from what this gateway does: only the current one can be tried.
  const isCurrent = edition === parts.editions.current;
  const { html, headings } = renderMarkdown(markdown, isCurrent ? parts.readOpening : undefined);
  const request = isCurrent && operationId !== null ? { operationId } : null;
  const page = guidePage(parts.frame, {
    slug,
    title,
    description,
    headings,
    sidebar: {
      name: "Operations",
      html: operationList(edition, slug),
    },
    body: `${versionSwitch(parts.editions, edition, operationId)}\n<h1${tryAttribute(request)}>${escapeHtml(title)}</h1>\n${html}`,
  });
  return [
    { path: `${slug}.html`, content: page },
    { path: `${slug}.md`, content: `# ${title}\n\n> ${description}\n\n${markdown.trim()}\n` },
  ];
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
  const all = operationsOf(document);
  const groups = [...new Set(all.map(({ facts }) => facts.tag))];
  return groups
    .map((group) => {
      const items = all
        .filter(({ facts }) => facts.tag === group)
        .map(({ facts, operation }) => {
          const current = slug === `${folder}/${facts.id}` ? ' aria-current="page"' : "";
          return `<li><a href="${facts.id}.html"${current}>${escapeHtml(operation.summary ?? facts.id)}</a></li>`;
        });
      return `<p class="nav-group">${escapeHtml(group)}</p><ul>${items.join("")}</ul>`;
    })
    .join("");
}
