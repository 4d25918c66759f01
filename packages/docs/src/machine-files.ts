import type { OpenApiDocument } from "@portico/contract";
import { stringify } from "yaml";
import { withoutContainers } from "./containers.ts";
import { operationsOf } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
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

/** The addresses of all pages, without a host: the site does not know where it will live. */
export function withSiteMap(files: readonly SiteFile[]): SiteFile[] {
  const pages = files.map(({ path }) => path).filter((path) => /(?<!404)\.html$/.test(path));
  return [...files, { path: "sitemap.txt", content: `${pages.join("\n")}\n` }];
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
