import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askModel } from "./support/ask.ts";
import { violations } from "./support/examine.ts";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

/** The simulated gateway counts nothing that it refuses. */
describe.skipIf(!hasChromium)(`what was refused${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
    for (const input of ["one", "two"]) await askModel(console, { model: "sandbox/txet", input });
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("is a list beside the requests, with its number, its reason and its sentence", async () => {
    await using opened = await console.open("requests");
    const { page, complaints } = opened;
    await page.getByRole("tab", { name: "Refused" }).click();
    const rows = page.locator('table[aria-label="Refused requests"] tbody tr');
    const row = rows.filter({ hasText: "sandbox/txet" });
    await expect.poll(() => row.count()).toBe(1);
    const text = await row.textContent();
    for (const part of ["404 Model not found", "sandbox/txet", "Did you mean"])
      expect(text).toContain(part);
    await expect.poll(() => new URL(page.url()).search).toBe("?tab=refused");
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Kind of failure").selectOption("network_not_allowed");
    await page.getByText("Nothing was refused").waitFor();
  });

  it("stands beside what has failed in the overview", async () => {
    await using opened = await console.open("");
    await opened.page.getByText(/\d+ more refused/).waitFor();
  });
});
