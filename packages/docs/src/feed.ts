import { createHash } from "node:crypto";
import { type Release, releaseMarkdown } from "./changelog.ts";
import { escapeHtml } from "./escape-html.ts";
import { renderMarkdown } from "./render-markdown.ts";
import type { SiteFile } from "./site-file.ts";

/** Where the feed stands, as every page names it. */
export const feedPath = "changelog.atom";

/**
 * The released versions as an Atom feed. Its addresses are relative, as the site's are; its ids follow from the version alone,
 * so that a reader shows each version once, wherever the site lives. What awaits a release would change under its id.
 */
export function feed(all: readonly Release[]): SiteFile {
  const released = all.flatMap(({ version, date, notes }) =>
    version === null || date === null ? [] : [{ version, date, notes }],
  );
  const newest =
    released
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? "1970-01-01";
  const content = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    "<title>Portico: change log</title>",
    `<id>${idOf("changelog")}</id>`,
    `<link rel="self" href="${feedPath}"/>`,
    '<link rel="alternate" type="text/html" href="changelog.html"/>',
    "<author><name>Portico</name></author>",
    `<updated>${newest}T00:00:00Z</updated>`,
    ...released.map(entry),
    "</feed>",
    "",
  ].join("\n");
  return { path: feedPath, content };
}

function entry(release: Release & { readonly version: string; readonly date: string }): string {
  const { version, date } = release;
  const { html } = renderMarkdown(releaseMarkdown(release, "##"));
  return [
    "<entry>",
    `<title>${escapeHtml(version)}</title>`,
    `<id>${idOf(version)}</id>`,
    `<link rel="alternate" type="text/html" href="changelog.html#${version.replaceAll(".", "-")}"/>`,
    `<updated>${date}T00:00:00Z</updated>`,
    `<content type="html">${escapeHtml(html)}</content>`,
    "</entry>",
  ].join("\n");
}

/** A UUID of the name (RFC 9562, version 8). */
function idOf(name: string): string {
  const hex = createHash("sha256").update(`portico ${name}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-")}`;
}
