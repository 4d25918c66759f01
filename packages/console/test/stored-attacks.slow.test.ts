import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screens, settled } from "./support/examine.ts";
import { payloads } from "./support/make-traffic.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

/** Keys, workspaces, budgets, end users and prompts of this gateway have names that attack whoever reads them. */
describe.skipIf(!hasChromium)(`names that hold stored attacks${withoutChromium}`, () => {
  let console: OpenConsole;
  let opened: Opened;
  beforeAll(async () => {
    console = await openConsole("gateway");
    opened = await console.open("");
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
    await console[Symbol.asyncDispose]();
  });

  it.each(screens)("run nothing on the screen $title", async ({ path, title, hasDrawer }) => {
    const { page, complaints } = opened;
    await page.goto(console.url + path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await settled(page);
    const openers = page.locator(".row-opener");
    const rows = hasDrawer ? Math.min(await openers.count(), 3) : 0;
    for (let row = 0; row < rows; row += 1) {
      await openers.nth(row).click();
      await page.getByRole("dialog").waitFor();
      await settled(page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    expect(await page.evaluate("window.stolen")).toBeUndefined();
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.filter((href) => /^\s*(?!https?:)[\w+.-]+:/i.test(href))).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });

  it("are shown as they were written, in the list of keys", async () => {
    await opened.page.goto(`${console.url}keys`);
    await opened.page.locator(".row-opener").first().waitFor();
    const shown = await opened.page.locator("main").textContent();
    for (const payload of payloads.filter((name) => !/[\u202e\u200b]/.test(name)))
      expect(shown).toContain(payload);
  });
});
