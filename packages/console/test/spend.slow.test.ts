import { readFile } from "node:fs/promises";
import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

describe.skipIf(!hasChromium).each(places)(`spending on the %s${withoutChromium}`, (place) => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole(place);
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("is looked into by a click on a row, and the address says so", async () => {
    await using opened = await console.show("spend?rows=model");
    const { page } = opened;
    await settled(page);
    const all = await figure(page, "spend-total");
    const row = page.locator(".row-opener").first();
    const model = await row.textContent();
    await row.click();
    await page.waitForURL((url) => url.searchParams.get("model") === model);
    await expect.poll(() => figure(page, "spend-total")).toBeLessThan(all);
    await page.getByRole("button", { name: "More filters (1 set)" }).click();
    expect(await page.getByRole("combobox", { name: "Model" }).inputValue()).toBe(model);
    expect(new URL(page.url()).searchParams.get("rows")).toBe("key");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => figure(page, "spend-total")).toBe(all);
  });

  it("of days without requests says what to do", async () => {
    await using opened = await console.show("spend?from=2001-01-01&to=2001-01-02");
    await opened.page.getByText("Nothing was spent here").waitFor();
  });

  it("is saved as CSV with the rows and columns of the screen", async () => {
    await using opened = await console.show("spend?rows=model&stack=key");
    const { page } = opened;
    await settled(page);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const text = await readFile(await (await saving).path(), "utf8");
    const [names, first] = text.split("\r\n");
    expect(names).toContain("api_key_name,");
    expect(first).toContain(await page.locator(".row-opener").first().textContent());
  });
});

describe.skipIf(!hasChromium)(`spending by a tag${withoutChromium}`, () => {
  it("has its values as rows, by days, where the operator has named tags", async () => {
    await using console = await openConsole("handlers");
    await using opened = await console.open("spend");
    const { page, complaints } = opened;
    await page.getByRole("combobox", { name: "Tag", exact: true }).selectOption("project");
    const row = page
      .locator(".row-opener")
      .filter({ hasText: /^project-/ })
      .first();
    await row.waitFor();
    expect(await page.getByRole("columnheader").first().textContent()).toBe("project");
    const all = await figure(page, "spend-total");
    const value = await row.textContent();
    await row.click();
    await page.waitForURL((url) => url.searchParams.get("tag") === value);
    await expect.poll(() => figure(page, "spend-total")).toBeLessThan(all);
    expect(await page.getByLabel("Bars").locator("option").allTextContents()).toEqual(["Days"]);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("is not offered where there are none", async () => {
    await using console = await openConsole("gateway");
    await using opened = await console.open("spend");
    await opened.page.getByLabel("Bars").waitFor();
    expect(await opened.page.getByRole("combobox", { name: "Tag", exact: true }).count()).toBe(0);
  });
});

async function figure(page: Page, name: string): Promise<number> {
  const value = await page.locator(`[data-figure="${name}"]`).getAttribute("data-value");
  return Number(value);
}
