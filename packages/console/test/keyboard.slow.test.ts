import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screens, settled } from "./support/examine.ts";
import { walk } from "./support/keyboard.ts";
import { type OpenConsole, type Opened, openConsole } from "./support/open-console.ts";

const focused = (page: Page) => page.locator(":focus");

describe.skipIf(!hasChromium)(`by the keyboard alone${withoutChromium}`, () => {
  let console: OpenConsole;
  let opened: Opened;
  beforeAll(async () => {
    // The seeded world has the most to press.
    console = await openConsole("handlers");
    opened = await console.open("no-such-screen");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  const show = async (path: string, title: string) => {
    await opened.go(path);
    await opened.page.getByRole("heading", { level: 1, name: title }).waitFor();
    await settled(opened.page);
  };

  describe.each(screens)("the screen $title", ({ path, title, hasDrawer }) => {
    beforeAll(async () => {
      await show(path, title);
    });

    it("is walked through by Tab, in its order, with the focus in sight", async () => {
      const walked = await walk(opened.page);
      expect(walked).toMatchObject({ missed: [], unseen: [], disordered: [], isClosed: true });
      expect(walked.reached).toBeGreaterThan(screens.length);
    });

    it("opens the palette, and gives the focus back", async () => {
      const { page } = opened;
      await page.locator(".account").focus();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".account:focus").waitFor();
    });

    it.runIf(hasDrawer)("opens and closes rows, where it has any", async () => {
      const { page } = opened;
      const openers = page.locator("main .row-opener");
      const count = await openers.count();
      for (const key of count > 0 ? ["Enter", "Space"] : []) {
        await openers.first().focus();
        await page.keyboard.press("ArrowDown");
        const row = Math.min(1, count - 1);
        await page.locator(`main .row-opener[data-index="${row}"]:focus`).waitFor();
        await page.keyboard.press(key);
        if (path === "my-key") break;
        // A drawer takes the focus, and keeps it: behind it, nothing can be pressed.
        const inDrawer = page.locator("[role=dialog] :focus, [role=dialog]:focus");
        await inDrawer.waitFor();
        await page.keyboard.press("Shift+Tab");
        await inDrawer.waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        await page.locator(`main .row-opener[data-index="${row}"]:focus`).waitFor();
      }
    });
  });

  it("skips the menu by the first link, and stays on the screen", async () => {
    const { page } = opened;
    await show("keys", "Keys");
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/keys$/);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator("main :focus").count()).toBe(1);
  });

  it("goes through a menu by arrow keys, and leaves it by Escape", async () => {
    const { page } = opened;
    await page.locator(".account").focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().and(focused(page)).waitFor();
    await page.keyboard.press("ArrowDown");
    await items.nth(1).and(focused(page)).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".account:focus").waitFor();
  });

  it("changes tabs by arrow keys", async () => {
    const { page } = opened;
    await show("budgets", "Budgets and alerts");
    const tabs = page.getByRole("tab");
    await tabs.first().focus();
    await page.keyboard.press("ArrowRight");
    await tabs.nth(1).and(focused(page)).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => tabs.nth(1).getAttribute("aria-selected")).toBe("true");
  });

  it("reaches the last row of a list, and goes past a list of any length by one Tab", async () => {
    const { page } = opened;
    await show("requests", "Requests");
    await page.locator(".row-opener").first().focus();
    await page.keyboard.press("End");
    await expect.poll(() => focused(page).getAttribute("data-index")).toMatch(/^\d{2,}$/);
    const row = await focused(page).getAttribute("data-index");
    await page.keyboard.press("Shift+Tab");
    expect(await page.locator("tbody :focus").count()).toBe(0);
    await page.keyboard.press("Tab");
    expect(await focused(page).getAttribute("data-index")).toBe(row);
    await page.keyboard.press("Tab");
    expect(await page.locator("tbody :focus").count()).toBe(0);
  });
});
