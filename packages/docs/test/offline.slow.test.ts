import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSiteMap } from "../src/machine-files.ts";
import { builtSite } from "./built-site.ts";

const folder = mkdtempSync(join(tmpdir(), "portico-offline-"));
const root = join(folder, "portico-docs");
let siteFolder: string;
let browser: Browser;

async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("request", (request) => {
    if (!/^(?:file|data):/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(join(root, path)).href);
  return { page, complaints };
}

describe.skipIf(!hasChromium)(`the archive for reading offline${withoutChromium}`, () => {
  beforeAll(async () => {
    siteFolder = (await builtSite()).folder;
    const archive = join(siteFolder, "portico-docs.zip");
    const script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])";
    execFileSync("python3", ["-c", script, archive, folder]);
    browser = await launchChromium();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it("shows its pages with their style, from a folder without a server", async () => {
    for (const path of ["index.html", "first-call.html", "reference/createResponse.html"]) {
      const { page, complaints } = await open(path);
      const sticky = "getComputedStyle(document.querySelector('.bar')).position";
      expect(await page.evaluate(sticky), path).toBe("sticky");
      expect(await page.locator(".search-open").isVisible(), path).toBe(true);
      expect(complaints, path).toEqual([]);
      await page.close();
    }
  });

  it("finds guides and operations, and leads to them", async () => {
    const { page, complaints } = await open("errors/out_of_credits.html");
    await page.keyboard.press("/");
    await page.keyboard.type("refund generation");
    await page
      .locator('dialog [role="option"] a[href$="/reference/refundGeneration.html"]')
      .click();
    await page.waitForURL(/portico-docs\/reference\/refundGeneration\.html$/);
    await page.locator("header .brand").click();
    await page.waitForURL(/portico-docs\/index\.html$/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("has no link that leads nowhere", async () => {
    const listed = execFileSync("find", [root, "-name", "*.html"], { encoding: "utf8" });
    const pages = listed.trim().split("\n");
    expect(pages.length).toBeGreaterThan(100);
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/\b(?:href|src)="([^"#]+)[^"]*"/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^(?:https?|data):/.test(link))
        .filter((link) => !existsSync(normalize(join(dirname(page), link))))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it("stands beside a feed and a map that are XML", async () => {
    const page = await browser.newPage();
    const map = withSiteMap([{ path: "a&b.html", content: "" }], "https://docs.example/").at(-1);
    const texts = [readFileSync(join(siteFolder, "changelog.atom"), "utf8"), String(map?.content)];
    for (const text of texts) {
      const parsed = `new DOMParser().parseFromString(${JSON.stringify(text)}, "text/xml")`;
      const name = await page.evaluate(`${parsed}.documentElement.localName`);
      expect(["feed", "urlset"]).toContain(name);
    }
    await page.close();
  });
});
