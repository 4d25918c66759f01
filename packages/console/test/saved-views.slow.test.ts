import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const addressOf = (page: Page) => new URL(page.url()).search;

/** As a person without a mouse: to the control, and Enter. */
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

describe.skipIf(!hasChromium)(`filters of a list${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("handlers");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("stand behind a button that says how many are set, and are cleared at once", async () => {
    await using opened = await console.open("requests?tab=refused&failed=true&status=429&app=x");
    const { page, complaints } = opened;
    expect(await page.getByLabel("Status").count()).toBe(0);
    await press(page, "More filters (2 set)");
    await page.getByLabel("Application").fill("");
    await button(page, "More filters (1 set)").waitFor();
    await expect.poll(() => addressOf(page)).toBe("?tab=refused&failed=true&status=429");
    expect(await violations(page)).toEqual([]);
    await press(page, "Clear filters");
    await button(page, "More filters").waitFor();
    await expect.poll(() => addressOf(page)).toBe("?tab=refused");
    await button(page, "Clear filters").waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });

  it("are saved under a name, and found again once the page is loaded again", async () => {
    await using opened = await console.open("keys?kind=management&sort=most_spent");
    const { page, complaints } = opened;
    await press(page, "Saved views");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("None is saved yet").waitFor();
    await dialog.getByLabel("Name for the present filters").fill("  Who may manage ");
    await page.keyboard.press("Enter");
    await button(page, "Delete Who may manage").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await button(page, "View: Who may manage").waitFor();

    await press(page, "Clear filters");
    await expect.poll(() => addressOf(page)).toBe("?sort=most_spent");
    await page.reload();
    await press(page, "Saved views");
    await press(page, "Who may manage");
    await expect.poll(() => addressOf(page)).toMatch(/kind=management/);
    await dialog.waitFor({ state: "detached" });
    // Another list has views of its own.
    await opened.go("models?search=text");
    await press(page, "Saved views");
    await dialog.getByText("None is saved yet").waitFor();
    await page.keyboard.press("Escape");

    await opened.go("keys");
    await press(page, "Saved views");
    await dialog.getByText("Set a filter first").waitFor();
    await press(page, "Delete Who may manage");
    await dialog.getByText("None is saved yet").waitFor();
    expect(complaints).toEqual([]);
  });

  it("are another person's own in the same browser, and nothing of two tabs is lost", async () => {
    await using first = await console.open("audit?action=createApiKey");
    await save(first.page, "One");
    const second = await first.page.context().newPage();
    await second.goto(`${console.url}audit?action=deleteApiKey`);
    await settled(second);
    await save(first.page, "Two");
    await save(second, "Three");
    await first.page.reload();
    await press(first.page, "View: One");
    const names = first.page.getByRole("dialog").locator("li button:first-child");
    await expect.poll(() => names.allTextContents()).toEqual(["One", "Three", "Two"]);
    const places = await second.evaluate<string[]>("Object.keys(localStorage)");
    expect(places.filter((name) => name.startsWith("portico.views"))).toEqual([
      expect.stringMatching(/^portico\.views audit \S+ \S+$/),
    ]);
  });

  it("fit a phone, open", async () => {
    await using opened = await console.open("requests?failed=true", {
      viewport: { width: 360, height: 740 },
      colorScheme: "dark",
    });
    const { page } = opened;
    await settled(page);
    await button(page, "More filters").click();
    expect([await overflow(page), await violations(page)]).toEqual([0, []]);
    await button(page, "Saved views").click();
    await page.getByRole("dialog").waitFor();
    expect([await overflow(page), await violations(page)]).toEqual([0, []]);
  });
});

async function save(page: Page, name: string): Promise<void> {
  await page.locator(".filter-box").getByRole("button", { name: /view/i }).click();
  await page.getByLabel("Name for the present filters").fill(name);
  await button(page, "Save view").click();
  await button(page, `Delete ${name}`).waitFor();
  await page.keyboard.press("Escape");
}
