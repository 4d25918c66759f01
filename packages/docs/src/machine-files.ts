import type { OpenApiDocument } from "@portico/contract";
import { stringify } from "yaml";
import { withoutContainers } from "./containers.ts";
import { operationsOf } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Guide } from "./guide.ts";
import { referenceMarkdown } from "./operation-markdown.ts";
import { markdownCopy } from "./page.ts";
import type { Sample } from "./sample.ts";
import type { SiteFile } from "./site-file.ts";

/** The site for readers that are programs: Markdown copies, llms.txt, the document itself. */
export function machineFiles(
  guides: readonly Guide[],
  document: OpenApiDocument,
  samples: ReadonlyMap<string, readonly Sample[]>,
): SiteFile[] {
  const reference = withoutContainers(referenceMarkdown(document, samples));
  const copies = guides.map((guide) => ({
    path: `${guide.slug}.md`,
    content: markdownCopy(guide),
  }));
  const { version } = document.info;
  return [
    ...copies,
    { path: "reference.md", content: reference },
    { path: "llms.txt", content: llmsText(guides, document) },
    {
      path: "llms-full.txt",
      content: [...copies.map(({ content }) => content), reference].join("\n\n---\n\n"),
    },
    { path: "openapi.json", content: `${JSON.stringify(document, null, 2)}\n` },
    { path: "openapi.yaml", content: stringify(document, { aliasDuplicateObjects: false }) },
    { path: "version.json", content: `${JSON.stringify({ version })}\n` },
  ];
}

/**
 * The addresses of all pages. The site does not know where it lives: without its address, they are relative, and the gateway
 * makes a map for search engines of them (server: docs-site.ts).
 */
export function withSiteMap(files: readonly SiteFile[], url: string | null): SiteFile[] {
  const pages = files.map(({ path }) => path).filter((path) => /(?<!404)\.html$/.test(path));
  const map = { path: "sitemap.txt", content: `${pages.join("\n")}\n` };
  if (url === null) return [...files, map];
  const places = pages.map(
    (page) => `<url><loc>${escapeHtml(new URL(page, url).href)}</loc></url>`,
  );
  const content = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    "</urlset>\n",
  ].join("\n");
  return [...files, map, { path: "sitemap.xml", content }];
}

function llmsText(guides: readonly Guide[], document: OpenApiDocument): string {
  const { title, version, description = "" } = document.info;
  return [
    `# ${title} ${version}`,
    "",
    "> One door to every AI model: a self-hosted gateway whose interface is one OpenAPI document.",
    "",
    description.trim(),
    "",
    "## Guides",
    "",
    ...guides.map(
      ({ slug, title: name, description: about }) => `- [${name}](${slug}.md): ${about}`,
    ),
    "",
    "## Reference",
    "",
    "- [OpenAPI document](openapi.json): also as [YAML](openapi.yaml)",
    "- [All operations and schemas](reference.md)",
    ...operationsOf(document).map(
      ({ facts, operation }) =>
        `- [${operation.summary}](reference/${facts.id}.md): ${facts.method.toUpperCase()} ${facts.path} (${facts.stage})`,
    ),
    "",
    "## Kinds of failures",
    "",
    ...errorKinds(document).map(
      ({ word, meaning }) => `- [${word}](errors/${word}.md): ${meaning}`,
    ),
    "",
    "## Optional",
    "",
    "- [Everything in one file](llms-full.txt)",
    "",
  ].join("\n");
}
