import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

interface Grants {
  readonly data: readonly { readonly amount: number; readonly note: string | null }[];
}

describe.skipIf(!hasChromium).each(places)(
  `a grant of credits on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("is made once however often the button is pressed, moves the sum, and stands in the list", async () => {
      await using opened = await console.open("ledger?tab=grants");
      const { page, complaints } = opened;
      await settled(page);
      const grants = async () =>
        (await askInPage<Grants>(page, "/credits/grants?limit=100")).body.data;
      const before = await grants();
      const granted = page.locator("[data-figure=ledger-granted]");
      const sum = Number(await granted.getAttribute("data-value"));
      await page.getByRole("button", { name: "Grant credits" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Amount in US dollars").fill("12.5");
      await dialog.getByLabel("Note").fill("For the night shift");
      // The second click of two would meet the button that grants.
      await dialog.getByRole("button", { name: "Go on" }).dblclick();
      await dialog.getByText("This grants $12.50").waitFor();
      expect(await grants()).toEqual(before);
      expect(await violations(page)).toEqual([]);

      await dialog.getByRole("button", { name: "Grant it" }).dblclick();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => granted.getAttribute("data-value")).toBe(String(sum + 12.5));
      await page.locator("tr", { hasText: "For the night shift" }).getByText("$12.50").waitFor();
      const after = await grants();
      expect(after.slice(1)).toEqual(before);
      expect(after[0]).toMatchObject({ amount: 12.5, note: "For the night shift" });
      await expect.poll(() => page.getByText("The sums agree").count()).toBe(1);
      expect(complaints).toEqual([]);
    });

    it("is not made where the dialog is left, or the amount is none", async () => {
      await using opened = await console.open("ledger?grant=true");
      const { page } = opened;
      const dialog = page.getByRole("dialog");
      const next = dialog.getByRole("button", { name: "Go on" });
      await dialog.getByLabel("Amount in US dollars").fill("-3");
      expect(await next.isEnabled()).toBe(false);
      await dialog.getByLabel("Amount in US dollars").fill("7");
      const before = await askInPage(page, "/credits/grants?limit=100");
      await next.click();
      await dialog.getByRole("button", { name: "Change it" }).click();
      expect(await dialog.getByLabel("Amount in US dollars").inputValue()).toBe("7");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await askInPage(page, "/credits/grants?limit=100")).toEqual(before);
      await expect.poll(() => new URL(page.url()).search).toBe("");
    });
  },
);
