import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadDocument, type OpenApiDocument } from "@portico/contract";
import { packedPackage, readPackage } from "@portico/publish";
import { replaceFolder } from "@portico/publish/replace-folder";
import { annotatedDocument } from "./annotated-document.ts";
import { changePages, changeSummaries } from "./change-pages.ts";
import { changelogMarkdown, releases } from "./changelog.ts";
import { operationsOf, referenceAnchor } from "./contract-reader.ts";
import { errorKinds } from "./error-kinds.ts";
import { errorPages } from "./error-pages.ts";
import { escapeHtml } from "./escape-html.ts";
import { expandDirectives } from "./expand-directives.ts";
import { feed } from "./feed.ts";
import { type Guide, inOrder, readGuides } from "./guide.ts";
import { type Editions, editionsOf, operationHistory, stepsBetween } from "./history.ts";
import { libraryMarkdown } from "./library/library-markdown.ts";
import { machineFiles, withSiteMap } from "./machine-files.ts";
import { withMadeSamples } from "./made-samples.ts";
import { notFoundPage } from "./not-found-page.ts";
import { offlineSite } from "./offline.ts";
import { type Frame, guidePage, referencePage } from "./page.ts";
import { withPythonTabs } from "./python-sample.ts";
import { buildReference, type Reference } from "./reference.ts";
import { referencePages } from "./reference-pages.ts";
import { type ReadOpening, renderMarkdown } from "./render-markdown.ts";
import { readOperationSamples, type Sample } from "./sample.ts";
import { scenarioDocuments, scenarioGuides } from "./scenarios/scenario-guides.ts";
import { searchIndex } from "./search-index.ts";
import { bundledScript, fingerprinted, type SiteFile } from "./site-file.ts";
import { fileName, panelFiles } from "./try-it/panel-files.ts";
import { openingReader } from "./try-it/read-curl.ts";

const packageFolder = join(import.meta.dirname, "..");
const projectFolder = join(packageFolder, "../..");

const releasedContracts = join(projectFolder, "spec/releases");

/** Where the gateway looks for the site. */
export const defaultOutput = join(packageFolder, "site");

const siteScript = join(packageFolder, "assets/site.js");

/** In the order of the cascade. */
const styleSheets = [
  "theme",
  "bar",
  "layout",
  "prose",
  "code",
  "rails",
  "history",
  "search",
  "narrow",
  "redoc",
].map((name) => `${name}.css`);

/** The packages that readers install from the documentation, by their folders. */
const handedOut = ["client", "msw", "react-query"];

/** What a change to makes another site; for those who watch. */
export const sourceFolders = ["guides", "samples", "errors", "assets", "panel"].map((name) =>
  join(packageFolder, name),
);

/** The guides as they are published: with what they take from the contract and from the change log filled in. */
export function publishedGuides(document: OpenApiDocument): Guide[] {
  const generated: Readonly<Record<string, () => string>> = {
    changelog: () =>
      [changelogMarkdown(releases(projectFolder)), contractChanges(document)].join("\n"),
    client: () => readmeOf("client"),
    library: () => libraryMarkdown(join(projectFolder, "packages"), document),
    msw: () => readmeOf("msw"),
    react: () => readmeOf("react-query"),
  };
  const written = readGuides(join(packageFolder, "guides"));
  const samples = operationSamples(document);
  const walkThroughs = scenarioGuides(document, samples);
  return inOrder([...written, ...walkThroughs]).map((guide) => {
    const markdown = [guide.markdown, generated[guide.slug]?.() ?? ""].join("\n");
    // The steps of a scenario hand values on in the shell.
    const text = guide.group === "Scenarios" ? markdown : withPythonTabs(markdown);
    return { ...guide, markdown: expandDirectives(text, { document, samples }) };
  });
}

function contractChanges(document: OpenApiDocument): string {
  const editions = editionsOf(document, releasedContracts);
  return changeSummaries({ editions, steps: stepsBetween(editions) });
}

/** The page of a package is its README, without the title. */
function readmeOf(name: string): string {
  const path = join(projectFolder, "packages", name, "README.md");
  return readFileSync(path, "utf8").replace(/^# .*\n/, "");
}

export function operationSamples(document: OpenApiDocument): Map<string, Sample[]> {
  return withMadeSamples(readOperationSamples(join(packageFolder, "samples")), document);
}

/** Every file of the site. The same sources give the same bytes. With its address it has a map for search engines. */
export async function siteFiles(
  document: OpenApiDocument = loadDocument(),
  url: string | null = null,
): Promise<SiteFile[]> {
  const guides = publishedGuides(document);
  const samples = operationSamples(document);
  const entries = searchIndex(guides, document);
  const index = fingerprinted("search.json", JSON.stringify(entries));
  const style = fingerprinted("site.css", styleSheets.map(asset).join("\n"));
  const theme = fingerprinted("theme.js", asset("theme.js"));
  const panel = await panelFiles(document, asset("try-it.css") + asset("try-reply.css"));
  const script = fingerprinted("site.js", await bundledScript(siteScript));
  const buttons = asset("try-buttons.js").replace("try-it.js", fileName(panel.script));
  const tryIt = fingerprinted("try-buttons.js", buttons);
  const search = fingerprinted("search.js", searchScript(index.path));
  const editions = editionsOf(document, releasedContracts);
  const reference = await buildReference(annotatedDocument(editions, samples));
  const frame: Frame = {
    version: readPackage("client").manifest.version,
    guides,
    assets: {
      style: style.path,
      theme: theme.path,
      scripts: [script.path, search.path, tryIt.path],
    },
  };
  const readable = [
    ...readablePages({ frame, document, samples, editions }),
    { path: "assets/icon.svg", content: asset("icon.svg") },
    style,
    theme,
    ...machineFiles(guides, document, samples),
    ...scenarioDocuments(),
  ];
  const offline = offlineSite(readable, {
    site: String(script.content),
    search: String(search.content),
    entries,
  });
  const scripts = [script, search, tryIt, reference.script];
  return withSiteMap(
    [
      ...readable,
      drawReference(frame, document, reference),
      { path: "404.html", content: notFoundPage(asset("not-found.css")) },
      // Until they are published, a gateway hands out those that fit it.
      ...handedOut.flatMap(archiveFiles),
      index,
      ...scripts,
      ...panel.files,
      reference.style,
      offline,
    ],
    url,
  );
}

interface ReadableParts {
  readonly frame: Frame;
  readonly document: OpenApiDocument;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  readonly editions: Editions;
}

/** The pages that need no server. */
function readablePages({ frame, document, samples, editions }: ReadableParts): SiteFile[] {
  const history = { editions, steps: stepsBetween(editions) };
  const readOpening = openingReader(document);
  return [
    ...referencePages({
      frame,
      editions,
      samples,
      readOpening,
      history: (edition, id) => operationHistory(history, edition, id),
    }),
    ...changePages(frame, history),
    feed(releases(projectFolder)),
    ...errorPages(frame, errorKinds(document)),
    ...frame.guides.map((guide) => ({
      path: `${guide.slug}.html`,
      content: drawGuide(frame, guide, readOpening),
    })),
  ];
}

function drawReference(frame: Frame, document: OpenApiDocument, reference: Reference): SiteFile {
  // Where the page shows each operation, by its id in small letters.
  const places = operationsOf(document).map(({ facts }) => [
    facts.id.toLowerCase(),
    referenceAnchor(facts),
  ]);
  const anchors = escapeHtml(JSON.stringify(Object.fromEntries(places)));
  return {
    path: "reference.html",
    content: referencePage(
      frame,
      {
        slug: "reference",
        title: "Reference",
        description: "Every operation of the gateway, its parameters, bodies, errors and events.",
        body: `<div id="content" tabindex="-1" data-anchors="${anchors}">${reference.html}</div>`,
      },
      {
        style: reference.style.path,
        script: reference.script.path,
        inlineScripts: reference.inlineScripts,
      },
    ),
  };
}

function asset(name: string): string {
  return readFileSync(join(packageFolder, "assets", name), "utf8");
}

/** The archive has another name in each version, because lockfiles keep its hash; a text file says the name of today's. */
function archiveFiles(name: string): readonly SiteFile[] {
  const { version } = readPackage(name).manifest;
  const content = packedPackage(name, { isChecked: false });
  const archive = fingerprinted(`portico-${name}-${version}.tgz`, content, "");
  return [archive, { path: `portico-${name}.txt`, content: `${archive.path}\n` }];
}

function searchScript(index: string): string {
  return `${asset("search-rank.js")}\n${asset("search.js")}`.replace("search.json", index);
}

function drawGuide(frame: Frame, guide: Guide, readOpening: ReadOpening): string {
  const { html, headings } = renderMarkdown(guide.markdown, readOpening);
  const title =
    guide.slug === "index"
      ? ""
      : `<h1>${guide.title}</h1>\n<p class="lead">${guide.description}</p>\n`;
  return guidePage(frame, { ...guide, headings, body: title + html });
}

/** Writes a site in place of the one that is there; readers of the old one never see half of each. */
export function writeSite(files: readonly SiteFile[], output: string): void {
  const draft = `${output}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  for (const { path, content } of files) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), content);
  }
  replaceFolder(draft, output);
}
