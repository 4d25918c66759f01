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
import { editionsOf, operationHistory, stepsBetween } from "./history.ts";
import { machineFiles, withSiteMap } from "./machine-files.ts";
import { withMadeSamples } from "./made-samples.ts";
import { type Frame, guidePage, referencePage } from "./page.ts";
import { withPythonTabs } from "./python-sample.ts";
import { buildReference } from "./reference.ts";
import { referencePages } from "./reference-pages.ts";
import { type ReadOpening, renderMarkdown } from "./render-markdown.ts";
import { readOperationSamples, type Sample } from "./sample.ts";
import { scenarioDocuments, scenarioGuides } from "./scenarios/scenario-guides.ts";
import { searchIndex } from "./search-index.ts";
import { bundledScript, fingerprinted, policyHash, type SiteFile } from "./site-file.ts";
import { fileName, panelFiles } from "./try-it/panel-files.ts";
import { openingReader } from "./try-it/read-curl.ts";

/** It may be served at any depth, where relative addresses lead nowhere: so it brings its own style, and finds home by name. */
const findHome = `const home = /^.*?\\/docs\\//.exec(location.pathname);
if (home) document.querySelector("a").href = home[0];`;

function notFoundPage(style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src ${policyHash(style)}; script-src ${policyHash(findHome)}; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>Not found · Portico</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>There is no such page</h1>
<p>The address may be mistyped, or the page has moved. <a href="./">Start from the front page</a>, which has a search.</p>
</main>
<script>${findHome}</script>
</body>
</html>
`;
}

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

/** Where the reference shows each operation, by its id in small letters. */
function anchorsOf(document: OpenApiDocument): Readonly<Record<string, string>> {
  return Object.fromEntries(
    operationsOf(document).map(({ facts }) => [facts.id.toLowerCase(), referenceAnchor(facts)]),
  );
}

function contractChanges(document: OpenApiDocument): string {
  const editions = editionsOf(document, releasedContracts);
  return changeSummaries({ editions, steps: stepsBetween(editions) });
}

/** The page of a package is its README, without the title. */
function readmeOf(name: string): string {
  const readme = readFileSync(join(projectFolder, "packages", name, "README.md"), "utf8");
  return readme.replace(/^# .*\n/, "");
}

export function operationSamples(document: OpenApiDocument): Map<string, Sample[]> {
  return withMadeSamples(readOperationSamples(join(packageFolder, "samples")), document);
}

/** Every file of the site. The same sources give the same bytes. */
export async function siteFiles(document: OpenApiDocument = loadDocument()): Promise<SiteFile[]> {
  const guides = publishedGuides(document);
  const samples = operationSamples(document);
  const index = fingerprinted("search.json", JSON.stringify(searchIndex(guides, document)));
  const asset = (name: string): string => readFileSync(join(packageFolder, "assets", name), "utf8");
  const style = fingerprinted("site.css", styleSheets.map(asset).join("\n"));
  const theme = fingerprinted("theme.js", asset("theme.js"));
  const readOpening = openingReader(document);
  const panel = await panelFiles(document, asset("try-it.css") + asset("try-reply.css"));
  const script = fingerprinted("site.js", await bundledScript(siteScript));
  const buttons = asset("try-buttons.js").replace("try-it.js", fileName(panel.script));
  const tryIt = fingerprinted("try-buttons.js", buttons);
  const search = fingerprinted("search.js", searchScript(asset, index.path));
  const editions = editionsOf(document, releasedContracts);
  const history = { editions, steps: stepsBetween(editions) };
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
  return withSiteMap([
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
    ...guides.map((guide) => ({
      path: `${guide.slug}.html`,
      content: drawGuide(frame, guide, readOpening),
    })),
    {
      path: "reference.html",
      content: referencePage(
        frame,
        {
          slug: "reference",
          title: "Reference",
          description: "Every operation of the gateway, its parameters, bodies, errors and events.",
          body: `<div id="content" tabindex="-1" data-anchors="${escapeHtml(JSON.stringify(anchorsOf(document)))}">${reference.html}</div>`,
        },
        {
          style: reference.style.path,
          script: reference.script.path,
          inlineScripts: reference.inlineScripts,
        },
      ),
    },
    { path: "404.html", content: notFoundPage(asset("not-found.css")) },
    // Until they are published, a gateway hands out those that fit it.
    ...handedOut.flatMap(archiveFiles),
    { path: "assets/icon.svg", content: asset("icon.svg") },
    index,
    style,
    theme,
    script,
    search,
    tryIt,
    ...panel.files,
    reference.style,
    reference.script,
    ...machineFiles(guides, document, samples),
    ...scenarioDocuments(),
  ]);
}

/** The archive has another name in each version, because lockfiles keep its hash; a text file says the name of today's. */
function archiveFiles(name: string): readonly SiteFile[] {
  const { version } = readPackage(name).manifest;
  const content = packedPackage(name, { isChecked: false });
  const archive = fingerprinted(`portico-${name}-${version}.tgz`, content, "");
  return [archive, { path: `portico-${name}.txt`, content: `${archive.path}\n` }];
}

function searchScript(asset: (name: string) => string, index: string): string {
  const parts = [asset("search-rank.js"), asset("search.js")];
  return parts.join("\n").replace("search.json", index);
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
