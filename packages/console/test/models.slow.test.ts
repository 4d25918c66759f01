import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

interface Models {
  readonly data: readonly { readonly id: string; readonly context_length: number | null }[];
}

const most = 4;

describe.skipIf(!hasChromium).each(places)(
  `the comparison of models on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("puts up to four side by side, stands in the address, and ends", async () => {
      await using opened = await console.open("models");
      const { page, complaints } = opened;
      await settled(page);
      const { data } = (await askInPage<Models>(page, "/models?limit=1000")).body;
      const chosen = data
        .map(({ id }) => id)
        .toSorted()
        .slice(0, most + 1);
      const button = (id = "") => page.getByRole("button", { name: `Compare ${id}`, exact: true });
      for (const id of chosen.slice(0, most)) await button(id).click();
      const heads = page.locator(".comparison thead th .compared");
      await expect.poll(() => heads.count()).toBe(most);
      await expect.poll(() => button(chosen[most]).isEnabled()).toBe(false);
      const contexts = page.locator(".comparison tr", { hasText: "Context" }).locator("td");
      const expected = chosen.slice(0, most).map((id) => {
        const length = data.find((model) => model.id === id)?.context_length;
        return length == null ? "–" : length.toLocaleString("en");
      });
      await expect.poll(() => contexts.allTextContents()).toEqual(expected);
      expect(await violations(page)).toEqual([]);

      await page.reload();
      await expect.poll(() => heads.count()).toBe(most);
      await page
        .locator(".comparison")
        .getByRole("button", { name: `Take ${chosen[1]} out of the comparison` })
        .click();
      await expect.poll(() => heads.count()).toBe(most - 1);
      const address = () => new URL(page.url()).searchParams.get("compare");
      await expect.poll(address).toBe([chosen[0], chosen[2], chosen[3]].join(","));
      await button(chosen[most]).click();
      await expect.poll(() => heads.count()).toBe(most);
      await page.getByRole("button", { name: "End the comparison" }).click();
      await heads.first().waitFor({ state: "detached" });
      await expect.poll(address).toBeNull();
      expect(complaints).toEqual([]);
    });

    it("fits a phone", async () => {
      const viewport = { width: 360, height: 740 };
      await using opened = await console.open("models?compare=sandbox/text", { viewport });
      const { page } = opened;
      await settled(page);
      await page.locator(".comparison thead th .compared").waitFor();
      expect(await overflow(page)).toBe(0);
    });
  },
);
