import { hasChromium, launchChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StaticServer, serveFolder } from "../src/static-server.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";

let site: BuiltSite;
let server: StaticServer;
let browser: Browser;

async function open(address: string, viewport = { width: 1280, height: 860 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(server.url + address);
  return page;
}

const phone = { width: 375, height: 780 };

describe.skipIf(!hasChromium)(`what a reader reaches for${withoutChromium}`, () => {
  beforeAll(async () => {
    site = await builtSite();
    server = await serveFolder(site.folder, { prefix: "/docs/" });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it.each(["#createResponse", "#/responses/createresponse", "#/renamed-(preview)/createresponse"])(
    "leads from %s to the operation, whatever its group is called",
    async (anchor) => {
      const page = await open(`reference.html${anchor}`);
      await page.waitForURL(/#\/responses-\(beta\)\/createresponse$/);
      await expect.poll(() => page.evaluate<number>("scrollY")).toBeGreaterThan(100);
      await page.close();
    },
  );

  it("searches the reference too when / is pressed, and hands out the document", async () => {
    const page = await open("reference.html");
    await page.waitForSelector("#redoc h1");
    const link = page.getByRole("link", { name: "openapi.json" }).first();
    const address = new URL((await link.getAttribute("href")) ?? "", page.url());
    expect(address.href).toBe(`${server.url}openapi.json`);
    await page.locator("body").press("/");
    await page.keyboard.type("deleteByok");
    await page.waitForSelector('dialog[open] [role="option"]');
    await page.close();
  });

  it("shows one menu on a phone's reference, and a way back to the guides", async () => {
    const page = await open("reference.html", phone);
    await page.getByRole("button", { name: /navigation menu/ }).waitFor();
    expect(await page.locator(".menu:visible").count()).toBe(0);
    expect(await page.locator(".bar-links a:visible").allTextContents()).toEqual(["Guides"]);
    await page.close();
  });

  it("lays nothing over code on a phone", async () => {
    const page = await open("index.html", phone);
    const box = async (selector: string) => await page.locator(selector).first().boundingBox();
    const [copy, code] = [await box(".tabs .copy:visible"), await box(".tabs pre:visible")];
    expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual((code?.y ?? 0) + 1);
    await page.close();
  });

  it("meets a sample at the top of an operation's page, and no page without end", async () => {
    const page = await open("reference/createResponse.html", { width: 1440, height: 1000 });
    const sample = await page.locator(".beside figure:visible").first().boundingBox();
    const text = await page.locator("main > p").nth(1).boundingBox();
    expect(sample?.y).toBeLessThan(600);
    // Beside the text, not below it.
    expect(sample?.x).toBeGreaterThan((text?.x ?? 0) + 400);
    expect(await page.evaluate<number>("document.body.scrollHeight")).toBeLessThan(12_000);
    await page.setViewportSize(phone);
    const narrow = await page.locator(".beside figure:visible").first().boundingBox();
    expect(narrow?.y).toBeLessThan((await page.locator("table").first().boundingBox())?.y ?? 0);
    expect(await page.evaluate<number>("document.body.scrollWidth")).toBe(phone.width);
    await page.close();
  });

  it("copies a page as Markdown", async () => {
    const page = await open("reference/createResponse.html");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy page" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toMatch(/^# Create a response\n/);
    const link = page.getByRole("link", { name: "Open as Markdown" });
    expect(await link.getAttribute("href")).toBe("createResponse.md");
    await page.close();
  });

  it("prints every language of a sample, each under its name", async () => {
    const page = await open("first-call.html");
    const panels = page.locator(".tabs").first().locator("figure");
    expect(await panels.filter({ visible: true }).count()).toBe(1);
    await page.emulateMedia({ media: "print" });
    expect(await panels.filter({ visible: true }).count()).toBe(4);
    expect(await panels.locator("figcaption span").filter({ visible: true }).count()).toBe(4);
    await page.close();
  });
});
