import { operationIds } from "@portico/contract";
import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import { isProof, someOf } from "@portico/test-support/proof";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SiteFile } from "../src/site-file.ts";
import { type StaticServer, serveFolder } from "../src/static-server.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";

/** A name of this machine that browsers take for another one. */
const otherHost = "gateway.test";

let site: BuiltSite;
let server: StaticServer;
let browser: Browser;

/** What a page should never do, written down as it happens. */
interface Watched {
  readonly page: Page;
  readonly complaints: string[];
}

async function open(context: BrowserContext, path: string): Promise<Watched> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(new URL(server.url).origin) && !url.startsWith("data:"))
      complaints.push(`outside request: ${url}`);
  });
  await page.goto(server.url + path);
  if (path.startsWith("reference.html")) await referenceIsReady(page);
  return { page, complaints };
}

/** Its script has taken over from what was drawn before. */
async function referenceIsReady(page: Page): Promise<void> {
  await page.waitForFunction(
    `Object.keys(document.getElementById("redoc")).some((key) => key.startsWith("__reactContainer"))`,
  );
  await page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))");
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function accessibilityFindings(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const how = JSON.stringify({ resultTypes: ["violations"], ...options });
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${how}).then(({ violations }) => violations)`,
  );
  return findings.map(({ id, nodes }) => {
    const places = nodes.map(({ html }) => html).join(" | ");
    return `${id}: ${places.slice(0, 400)}`;
  });
}

/** What the theme and the width of the window mostly change. A proof asks for all, where the width is another one. */
const afterTheFirstView = ["color-contrast", "link-in-text-block", "target-size"];
const againAt = (colorScheme: "dark" | "light") =>
  isProof && colorScheme === "light" ? {} : { runOnly: afterTheFirstView };

async function look(
  page: Page,
  { path, isExamined }: Visit,
  { width }: { readonly width: number },
  options: object,
): Promise<void> {
  const taken = await page.evaluate("document.documentElement.scrollWidth");
  expect.soft(taken, `${path} must not scroll sideways`).toBeLessThanOrEqual(width);
  if (!isExamined) return;
  expect.soft(await accessibilityFindings(page, options), `${path}, ${width} wide`).toEqual([]);
}

interface Visit {
  readonly path: string;
  /** Whether axe looks at it, which takes most of the time. */
  readonly isExamined: boolean;
}

/**
 * A proof looks at all pages in every way. Otherwise: every third page of the root and those that are no guides; of a
 * folder, whose pages are drawn alike, the longest and the shortest. Axe examines those of folders, the shortest and the
 * longest of the root, and those of the root that are no guides.
 */
function pagesToLookAt(files: readonly SiteFile[]): Visit[] {
  const pages = files.filter(({ path }) => path.endsWith(".html"));
  const folders = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  return [...folders].flatMap(([folder, inside]) => {
    const bySize = inside.toSorted((a, b) => a.content.length - b.content.length);
    const ends = [...bySize.slice(0, 1), ...bySize.slice(-1)];
    const own = inside.filter(({ path }) => ownForms.includes(path));
    const examined = new Set([...ends, ...own]);
    const chosen = new Set([...examined, ...(folder === "" || isProof ? someOf(inside, 3) : [])]);
    return [...chosen].map((file) => ({
      path: file.path,
      isExamined: isProof || examined.has(file),
    }));
  });
}

const ownForms = ["index.html", "404.html", "changelog.html", "reference.html", "first-call.html"];

const phone = { width: 375, height: 780 };
const tablet = { width: 820, height: 1180 };
const desktop = { width: 1280, height: 860 };

/** After the first view, which is light and wide. A proof looks at the other pairs of a theme and a width as well. */
const furtherViews = [
  { colorScheme: "dark", size: phone },
  ...(isProof
    ? ([
        { colorScheme: "light", size: phone },
        { colorScheme: "light", size: tablet },
        { colorScheme: "dark", size: tablet },
        { colorScheme: "dark", size: desktop },
      ] as const)
    : []),
] as const;

/** Of all pages together, without what is folded: what a reader may have to look through. */
const mostWords = 90_000;

function wordsShown(page: Page): Promise<number> {
  return page.evaluate(
    "(document.querySelector('main') ?? document.body).innerText.match(/\\S+/g).length",
  );
}

describe.skipIf(!hasChromium)(`in a browser${withoutChromium}`, () => {
  beforeAll(async () => {
    site = await builtSite();
    server = await serveFolder(site.folder, { prefix: "/docs/" });
    browser = await launchChromium([`--host-resolver-rules=MAP ${otherHost} 127.0.0.1`]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  // One load of a page serves both views. Colours do not depend on the width, nor the layout on the theme, so the
  // second view is asked for nothing but what those two change.
  it("every page fits, keeps to itself, and can be used by everyone, light and wide as dark and narrow", {
    timeout: 3_600_000,
  }, async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    const pages = pagesToLookAt(site.files);
    expect(pages.length).toBeGreaterThan(20);
    let words = 0;
    for (const visit of pages) {
      const { page, complaints } = await open(context, visit.path);
      await look(page, visit, desktop, {});
      words += await wordsShown(page);
      for (const { colorScheme, size } of furtherViews) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await look(page, visit, size, againAt(colorScheme));
      }
      expect.soft(complaints, visit.path).toEqual([]);
      await page.close();
    }
    expect(words).toBeLessThanOrEqual(mostWords);
    await context.close();
  });

  it("finds guides and operations, by keyboard alone", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page, complaints } = await open(context, "index.html");
    await page.keyboard.press("/");
    await page.keyboard.type("retry well");
    await page.waitForSelector('dialog [role="option"]');
    await page.keyboard.press("Enter");
    await page.waitForURL(/errors\.html#/);
    await page.keyboard.press("/");
    await page.keyboard.type("refund generation");
    await page.locator('dialog [role="option"] a[href*="/reference/"]').first().click();
    await page.waitForURL(/reference\/refundGeneration\.html$/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says so when nothing is found", async () => {
    const context = await browser.newContext({ viewport: phone });
    const { page } = await open(context, "tools.html");
    await page.click(".search-open");
    await page.fill("dialog input", "zzyzx");
    await page.waitForSelector("text=Nothing found.");
    expect(await page.locator('dialog [role="option"]').count()).toBe(0);
    await context.close();
  });

  it("knows where Redocly's page has every operation", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page } = await open(context, "reference.html");
    const known = await page.locator("#content").getAttribute("data-anchors");
    const anchors = Object.values<string>(JSON.parse(known ?? "{}"));
    expect(anchors).toHaveLength(operationIds.length);
    for (const anchor of anchors) {
      await page.evaluate(`location.hash = ${JSON.stringify(anchor)}`);
      await page.waitForSelector(`[data-section-id="${anchor.slice(1)}"]`, { state: "attached" });
    }
    await context.close();
  });

  it("shows the samples, the badges and all fields of an operation", async () => {
    const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
    const { page, complaints } = await open(
      context,
      "reference.html#/responses-(beta)/createresponse",
    );
    const section = page.locator('[data-section-id="/responses-(beta)/createresponse"]');
    await section.getByText("beta", { exact: true }).first().waitFor();
    await section.getByText("addition", { exact: true }).first().waitFor();
    await section.getByText("PORTICO_BASE_URL").first().waitFor();
    await section.getByTestId("schema-expand-all-button").first().click();
    // Redocly draws the part that is looked at, without the title above it, and gives its tables' headings a level of their own.
    const off = { enabled: false };
    const rules = { "heading-order": off, "page-has-heading-one": off };
    expect(await accessibilityFindings(page, { rules })).toEqual([]);
    await section.locator("button", { hasText: /^curl$/ }).click();
    await page.getByRole("menuitem", { name: "@portico/client" }).click();
    await section.getByText("createPortico").first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("keeps the reader's theme and language from page to page", async () => {
    const context = await browser.newContext({ viewport: desktop, colorScheme: "light" });
    const { page } = await open(context, "responses.html");
    await page.getByRole("button", { name: "Dark theme" }).click();
    await page.getByRole("tab", { name: "openai" }).first().click();
    await page.goto(`${server.url}first-call.html`);
    expect(await page.evaluate("document.documentElement.className")).toBe("dark");
    expect(await page.locator('[role="tab"][aria-selected="true"]').first().textContent()).toBe(
      "openai",
    );
    expect(await page.locator(".tabs figure:visible").first().textContent()).toContain(
      "new OpenAI",
    );
    await page.goto(`${server.url}reference.html`);
    await referenceIsReady(page);
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(true);
    await context.close();
  });

  it("copies a sample", async () => {
    const context = await browser.newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page } = await open(context, "index.html");
    await page.locator(".copy:visible").first().click();
    await page.waitForSelector("text=Copied");
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(
      /^curl "\$PORTICO_BASE_URL/,
    );
    await context.close();
  });

  it("copies a sample by plain http from another machine, where scripts have no clipboard", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    await page.goto(`${server.url.replace("127.0.0.1", otherHost)}index.html`);
    await page.locator(".copy:visible").first().click();
    await page.waitForSelector("text=Copied");
    await page.keyboard.press("/");
    await page.keyboard.press("Control+V");
    await expect
      .poll(() => page.getByRole("combobox").inputValue())
      .toMatch(/^curl "\$PORTICO_BASE_URL/);
    await context.close();
  });

  it("can be read without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
    const page = await context.newPage();
    await page.goto(`${server.url}errors.html`);
    await page.click(".menu summary");
    await page.locator(".drawer a", { hasText: "Running Portico" }).click();
    await page.waitForURL(/running\.html/);
    expect(await page.locator("figure.code:visible").count()).toBeGreaterThan(3);
    await page.goto(`${server.url}no-such-page`);
    expect(await page.textContent("h1")).toBe("There is no such page");
    await context.close();
  });
});
