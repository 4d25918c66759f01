import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places } from "./support/open-console.ts";

interface Events {
  readonly total_count: number;
}

describe.skipIf(!hasChromium).each(places)(
  `the audit log's screen on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("shows a change field by field, who made it, and leads to what was changed", async () => {
      await using opened = await console.open("workspaces");
      const { page, complaints } = opened;
      const body = { description: "Changed for the log" };
      await askInPage(page, "/workspaces/default", { method: "PATCH", body });
      await opened.go("audit?action=updateWorkspace");
      await page.locator("h1", { hasText: "Audit log" }).waitFor();
      await page.locator(".row-opener").first().click();
      const drawer = page.getByRole("dialog", { name: "Update workspace" });
      const change = drawer.locator(".changes tr", { hasText: "description" });
      await change.locator("ins", { hasText: "Changed for the log" }).waitFor();
      expect(await drawer.locator(".changes tbody tr").count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      const address = new URL(page.url());
      expect(address.searchParams.get("event")).not.toBeNull();

      // The gateway keeps what happened: the link shows it again. The world of the handlers begins again.
      if (place === "gateway") {
        await page.reload();
        await change.locator("ins", { hasText: "Changed for the log" }).waitFor();
      }
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
      await expect.poll(() => new URL(page.url()).search).toBe("?action=updateWorkspace");
      await page.locator(".row-opener").first().click();
      await drawer.getByRole("link", { name: /^Workspace / }).click();
      const name = place === "gateway" ? "Default" : "Production";
      await page.getByRole("dialog", { name }).getByText("Changed for the log").waitFor();
      expect(complaints).toEqual([]);
    });

    it("narrows by filters in the address, which the gateway applies", async () => {
      await using opened = await console.open("audit");
      const { page } = opened;
      await settled(page);
      const rows = page.locator("table[aria-label='Audit log']");
      const total = async (query: string) =>
        String((await askInPage<Events>(page, `/audit?limit=1${query}`)).body.total_count + 1);
      // The head is a row, too.
      const shown = (count: string) =>
        expect.poll(() => rows.getAttribute("aria-rowcount")).toBe(count);
      const all = await total("");
      await shown(all);
      await page.getByRole("button", { name: "More filters" }).click();
      const what = page.locator(".filter", { hasText: /^What/ }).locator("select");
      await what.selectOption({ label: "Key" });
      const keys = await total("&target_type=api_key");
      expect(keys).not.toBe(all);
      await shown(keys);
      await page.getByLabel("Action").selectOption({ label: "Create API key" });
      await shown(await total("&target_type=api_key&action=createApiKey"));
      await expect
        .poll(() => new URL(page.url()).search)
        .toBe("?target=api_key&action=createApiKey");
      await page.getByLabel("Its id").fill("no such thing");
      await page.getByText("No event matches").waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await shown(all);
      await expect.poll(() => new URL(page.url()).search).toBe("");
    });

    it("says so where an event is not in the log any more", async () => {
      await using opened = await console.open("audit?event=99999&at=2020-01-01T00:00:00.000Z");
      await opened.page.getByText("This event is not in the log").waitFor();
    });
  },
);
