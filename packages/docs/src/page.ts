import { withoutContainers } from "./containers.ts";
import { escapeHtml } from "./escape-html.ts";
import { feedPath } from "./feed.ts";
import { type Guide, guideGroups } from "./guide.ts";
import { offlinePath } from "./offline.ts";
import { type Heading, type ReadOpening, renderMarkdown } from "./render-markdown.ts";
import type { SiteFile } from "./site-file.ts";

/** What every page of the site shares. Addresses are relative, so that the site may live anywhere. */
export interface Frame {
  readonly version: string;
  readonly guides: readonly Guide[];
  readonly assets: {
    readonly style: string;
    readonly theme: string;
    readonly scripts: readonly string[];
  };
}

export interface Page {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

export interface GuidePage extends Page {
  readonly headings: readonly Heading[];
  /** In place of the list of guides: HTML, with addresses as seen from the page. */
  readonly sidebar?: { readonly name: string; readonly html: string };
  /** For pages with code beside the text: the list of headings leaves its room to them. */
  readonly isWide?: boolean;
}

interface MarkdownPage extends Omit<GuidePage, "body" | "headings"> {
  readonly markdown: string;
}

/** A page that is made of Markdown, and the Markdown beside it. `head` stands above what is drawn of it. */
export function markdownPage(
  frame: Frame,
  { markdown, ...page }: MarkdownPage,
  head = `<h1>${escapeHtml(page.title)}</h1>\n<p class="lead">${escapeHtml(page.description)}</p>`,
  readOpening?: ReadOpening,
): SiteFile[] {
  const { html, headings } = renderMarkdown(markdown, readOpening);
  const content = guidePage(frame, { ...page, headings, body: `${head}\n${html}` });
  return [
    { path: `${page.slug}.html`, content },
    { path: `${page.slug}.md`, content: markdownCopy({ ...page, markdown }) },
  ];
}

/** A page for readers of plain text. */
export function markdownCopy(
  page: Pick<MarkdownPage, "title" | "description" | "markdown">,
): string {
  return `# ${page.title}\n\n> ${page.description}\n\n${withoutContainers(page.markdown).trim()}\n`;
}

/** The way from a page to the root of the site: a slug with slashes lies in a folder. */
export function upFrom(slug: string): string {
  return "../".repeat(slug.split("/").length - 1);
}

interface Policy {
  readonly styles?: string;
  readonly scripts?: readonly string[];
}

/**
 * Nothing may run, or be shown, that did not come with the site. Requests may go to an address that the reader names in
 * the panel that tries operations; a gateway that serves the site narrows that to itself (server: docs-site.ts).
 */
function contentPolicy({ styles = "", scripts = [] }: Policy): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self' http: https:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export function guidePage(frame: Frame, page: GuidePage): string {
  const hero = page.slug === "index";
  const layout = hero ? " layout-landing" : page.isWide ? " layout-wide" : "";
  return document(frame, page, {
    content: `<div class="layout${layout}">
<nav class="sidebar" aria-label="${page.sidebar?.name ?? "Guides"}">${page.sidebar?.html ?? navigation(frame, page.slug)}</nav>
<main id="content" class="prose" tabindex="-1">
${hero ? "" : `<p class="page-tools"><button type="button" hidden>Copy page</button><a href="${fileName(page.slug)}.md">Open as Markdown</a></p>`}
${page.body}
${hero ? "" : neighbours(frame, page.slug)}
</main>
${page.isWide ? "" : tableOfContents(page)}
</div>
<footer class="foot"><a href="${upFrom(page.slug)}${offlinePath}">All pages, to read offline</a><a href="${upFrom(page.slug)}${feedPath}">Feed of releases</a></footer>
`,
  });
}

export function referencePage(
  frame: Frame,
  page: Page,
  parts: {
    readonly style: string;
    readonly script: string;
    readonly inlineScripts: readonly string[];
  },
): string {
  return document(frame, page, {
    className: "reference",
    policy: { styles: " 'unsafe-inline'", scripts: parts.inlineScripts },
    head: `<link rel="stylesheet" href="${parts.style}">`,
    content: page.body,
    end: `<script type="module" src="${parts.script}"></script>`,
  });
}

interface Parts {
  readonly content: string;
  readonly className?: string;
  readonly policy?: Policy;
  readonly head?: string;
  readonly end?: string;
}

function document(frame: Frame, page: Page, parts: Parts): string {
  const title = page.slug === "index" ? page.title : `${page.title} · Portico`;
  const up = upFrom(page.slug);
  return `<!doctype html>
<html lang="en"${parts.className === undefined ? "" : ` class="${parts.className}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(parts.policy ?? {})}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${fileName(page.slug)}.md" title="This page as Markdown">
<link rel="alternate" type="application/atom+xml" href="${up}${feedPath}" title="Change log">
${parts.head ?? ""}
<link rel="stylesheet" href="${up}${frame.assets.style}">
<script src="${up}${frame.assets.theme}"></script>
${frame.assets.scripts.map((path) => `<script type="module" src="${up}${path}"></script>`).join("\n")}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header(frame, page.slug)}
${parts.content}
${parts.end ?? ""}
</body>
</html>
`;
}

function fileName(slug: string): string {
  return slug.slice(slug.lastIndexOf("/") + 1);
}

function header(frame: Frame, slug: string): string {
  // The reference is marked on all its pages: one of them has no room for its link on a phone.
  const current = (name: string): string => (slug.startsWith(name) ? ' aria-current="true"' : "");
  const up = upFrom(slug);
  return `<header class="bar">
<details class="menu"><summary aria-label="Menu"><span class="menu-lines" aria-hidden="true"></span></summary><nav class="drawer" aria-label="All pages">${navigation(frame, slug)}</nav></details>
<a class="brand" href="${up}index.html"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M3 12 16 4l13 8v2H3zM6 16h4v10H6zm8 0h4v10h-4zm8 0h4v10h-4zM3 28h26v2H3z"/></svg>Portico <span class="version">${escapeHtml(frame.version)}</span></a>
<nav class="bar-links" aria-label="Main"><a href="${up}first-call.html"${current("first-call")}>Guides</a><a href="${up}reference/index.html"${current("reference")}>Reference</a></nav>
<button type="button" class="search-open" hidden><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme" hidden aria-label="Dark theme" aria-pressed="false"><span aria-hidden="true"></span></button>
</header>`;
}

function navigation({ guides }: Frame, slug: string): string {
  return guideGroups
    .map((group) => {
      const links = guides.filter((guide) => guide.group === group && guide.slug !== "index");
      const items = links.map(({ slug: to, shortTitle }) => link(to, shortTitle, slug));
      if (group === "Reference")
        items.unshift(
          link("reference/index", "All operations", slug),
          link("changes/index", "What changed", slug),
          link("reference", "In one page, by Redocly", slug),
        );
      return navigationGroup(group, items);
    })
    .join("");
}

function link(to: string, title: string, slug: string): string {
  return navigationItem(`${upFrom(slug)}${to}`, title, to === slug);
}

export function navigationGroup(name: string, items: readonly string[]): string {
  return `<p class="nav-group">${escapeHtml(name)}</p><ul>${items.join("")}</ul>`;
}

export function navigationItem(to: string, title: string, isCurrent: boolean): string {
  return `<li><a href="${to}.html"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
}

const maxHeadings = 30;

function tableOfContents({ headings, slug }: GuidePage): string {
  if (slug === "index") return "";
  // Where there are too many to take in, the larger ones alone show the way better.
  const shown =
    headings.length > maxHeadings ? headings.filter(({ level }) => level === 2) : headings;
  const items = shown.map(
    ({ id, level, text }) =>
      `<li class="toc-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ol>${items.join("")}</ol></nav>`;
}

function neighbours({ guides }: Frame, slug: string): string {
  const at = guides.findIndex((guide) => guide.slug === slug);
  if (at === -1) return "";
  const [before, after] = [guides[at - 1], guides[at + 1]];
  const side = (guide: Guide | undefined, name: string, word: string): string =>
    guide && guide.slug !== "index"
      ? `<a class="${name}" href="${guide.slug}.html" rel="${name}"><span>${word}</span>${escapeHtml(guide.shortTitle)}</a>`
      : "";
  return `<nav class="neighbours" aria-label="Further pages">${side(before, "prev", "Before")}${side(after, "next", "Next")}</nav>`;
}
