import type { SearchEntry } from "./search-index.ts";
import type { SiteFile } from "./site-file.ts";
import { zip } from "./zip.ts";

/** Where the archive stands, as every page names it. */
export const offlinePath = "portico-docs.zip";

export interface OfflineScripts {
  /** The scripts of the pages, each one text without imports. */
  readonly site: string;
  readonly search: string;
  readonly entries: readonly SearchEntry[];
}

const script = "assets/offline.js";

/** All texts once more, for programs: pages lead to none of them. */
const forPrograms = ["llms.txt", "llms-full.txt", "reference.md"];

/**
 * Pages in an archive that opens from a folder, without a server. Redocly's page is a module, which browsers load from servers
 * alone: links to it lead to the list of operations. "Try it" needs a gateway, so it is not there.
 */
export function offlineSite(files: readonly SiteFile[], scripts: OfflineScripts): SiteFile {
  const read = files.filter(({ path }) => !forPrograms.includes(path));
  const all = [...read, { path: script, content: classicScript(scripts) }];
  const archive = all.map(({ path, content }): [string, string | Uint8Array] => [
    `portico-docs/${path}`,
    path.endsWith(".html") ? offlinePage(String(content), path) : content,
  ]);
  return { path: offlinePath, content: zip(new Map(archive)) };
}

/** No module, and with the search's index in it: a page in a folder may not fetch the file beside it. */
function classicScript({ site, search, entries }: OfflineScripts): string {
  const local = replaced(
    replaced(search, "import.meta.url", "document.currentScript.src"),
    /fetch\(new URL\("[^"]+", root\)\)\.then\(.*\);/,
    `Promise.resolve(${JSON.stringify(entries)});`,
  );
  return [site, local].map((text) => `(() => {\n${text}\n})();\n`).join("");
}

function offlinePage(html: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 1);
  const scripts = /(?:<script type="module" src="[^"]*"><\/script>\n?)+/;
  const page = replaced(html, scripts, `<script defer src="${up}${script}"></script>\n`);
  return replaced(page, /<footer[\s\S]*?<\/footer>\n/, "")
    .replace(
      /(Content-Security-Policy" content=")([^"]*)/,
      (_, name: string, policy: string) =>
        // A folder is no origin of its own.
        `${name}${policy.replaceAll("'self'", "file:")}`,
    )
    .replace(/href="((?:\.\.\/)*)reference\.html"/g, 'href="$1reference/index.html"');
}

function replaced(text: string, what: RegExp | string, by: string): string {
  const result = text.replace(what, () => by);
  if (result === text) throw new Error(`The offline site expects ${String(what)} in its pages.`);
  return result;
}
