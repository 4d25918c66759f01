import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { loadDocument, operationIds } from "@portico/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { publishSite } from "../src/publish.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";

let site: BuiltSite;
beforeAll(async () => {
  site = await builtSite();
});

const text = (path: string): string => readFileSync(join(site.folder, path), "utf8");
const paths = (ending: string): string[] =>
  site.files.map(({ path }) => path).filter((path) => path.endsWith(ending));
const ownPages = (): string[] => paths(".html").filter((path) => path !== "reference.html");

describe("the site", () => {
  it("has every page in its map, and every kind of failure in llms.txt", () => {
    const pages = paths(".html").filter((path) => path !== "404.html");
    expect(text("sitemap.txt").trim().split("\n").toSorted()).toEqual(pages.toSorted());
    for (const path of paths(".md").filter((one) => one.startsWith("errors/")))
      expect(text("llms.txt")).toContain(`(${path})`);
  });

  it("lives at any address: its links and assets are relative", () => {
    for (const page of paths(".html")) {
      const absolute = [
        ...text(page).matchAll(/<(?:link|script|img)[^>]*\b(?:href|src)="((?:\/|https?:)[^"]*)"/g),
        ...text(page).matchAll(/<a[^>]*\bhref="(\/[^"]*)"/g),
      ]
        .map(([, address]) => address)
        // Drawn before the script runs, which puts the page's own address in front.
        .filter((address) => page !== "reference.html" || !address?.startsWith("/"));
      expect(absolute, page).toEqual([]);
    }
  });

  it("has no link that leads nowhere", () => {
    const broken = ownPages().flatMap((page) =>
      linksOf(text(page))
        .filter((link) => !leads(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("has no link that leads nowhere in its Markdown", () => {
    const broken = paths(".md").flatMap((page) =>
      [...text(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^https?:/.test(link))
        .map((link) => [link, link.split("#")[0] ?? ""])
        .filter(
          ([, path = ""]) => path !== "" && !existsSync(join(site.folder, dirname(page), path)),
        )
        .map(([link]) => link)
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("lets pages load nothing from elsewhere, by policy", () => {
    for (const page of paths(".html"))
      expect(text(page), page).toMatch(/Content-Security-Policy" content="default-src 'none'/);
  });

  it("says its title, description and language on every page", () => {
    for (const page of ownPages().filter((path) => path !== "404.html")) {
      expect(text(page), page).toMatch(/<html lang="en"/);
      expect(text(page), page).toMatch(/<meta name="description" content="[^"]{20,}/);
      expect(text(page).match(/<h1/g), page).toHaveLength(1);
    }
  });
});

describe("for programs", () => {
  it("the document is there as JSON and as YAML, the same", () => {
    expect(JSON.parse(text("openapi.json"))).toEqual(loadDocument());
    expect(parse(text("openapi.yaml"))).toEqual(loadDocument());
    expect(JSON.parse(text("version.json"))).toEqual({ version: loadDocument().info.version });
  });

  it("the bar and the archives of the packages name the release", () => {
    const manifest = new URL("../../client/package.json", import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, "utf8"));
    expect(text("index.html")).toContain(`<span class="version">${version}</span>`);
    expect(text("portico-client.txt")).toMatch(new RegExp(`^portico-client-${version}\\.`));
  });

  it("each guide and each operation is there as Markdown, and llms.txt names all of them", () => {
    for (const page of ownPages().filter((path) => path !== "404.html"))
      expect(text(page.replace(".html", ".md")), page).toMatch(/^# /);
    for (const id of operationIds) {
      expect(text(`reference/${id}.md`)).toContain("```bash");
      expect(text("llms.txt")).toContain(`reference/${id}.md`);
    }
    for (const { path } of site.files.filter(({ path: at }) => /^[\w-]+\.md$/.test(at)))
      expect(text("llms.txt")).toContain(path);
    expect(text("llms-full.txt")).toContain(text("streaming.md"));
  });

  it("nothing of the site's own notation is left in it", () => {
    for (const page of paths(".md"))
      expect(text(page), page).not.toMatch(/^:::|\{\{[a-z]|^```\w+ run/m);
  });
});

describe("publishing", () => {
  it("keeps the versions that are there, and leads to the newest", () => {
    const folder = mkdtempSync(join(tmpdir(), "portico-publish-"));
    try {
      const at = (version: string) => [
        { path: "version.json", content: JSON.stringify({ version }) },
        { path: "index.html", content: version },
      ];
      for (const version of ["1.9.0", "1.10.0", "1.2.0"]) publishSite(at(version), folder);
      expect(readdirSync(folder)).toEqual(
        expect.arrayContaining(["1.10.0", "1.2.0", "1.9.0", "index.html", "versions.json"]),
      );
      expect(readFileSync(join(folder, "index.html"), "utf8")).toContain("1.10.0/index.html");
      expect(JSON.parse(readFileSync(join(folder, "versions.json"), "utf8"))).toEqual({
        versions: ["1.10.0", "1.9.0", "1.2.0"],
      });
      const robots = readFileSync(join(folder, "robots.txt"), "utf8").trim().split("\n");
      expect(robots.slice(2)).toEqual(["Disallow: /1.9.0/", "Disallow: /1.2.0/"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function linksOf(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)]
    .map(([, address = ""]) => address.replaceAll("&amp;", "&"))
    .filter((address) => !/^(?:https?|data):/.test(address));
}

function leads(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (target === "./") return true;
  if (!existsSync(join(site.folder, target))) return false;
  // Those of the reference are drawn by a script: the test in a browser follows them.
  if (anchor === undefined || target === "reference.html") return true;
  return text(target).includes(`id="${anchor}"`);
}
