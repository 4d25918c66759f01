import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage, type Said } from "./support/ask.ts";
import { overflow, settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole, places, remembered } from "./support/open-console.ts";

interface Told {
  readonly data: unknown;
  readonly total_count?: number;
}

describe.skipIf(!hasChromium).each(places)(
  `the keys' screen on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    /** What the gateway itself says, by the session or by a key. */
    async function ask(page: Page, path: string, key?: string): Promise<Said<Told>> {
      return askInPage(page, path, key === undefined ? {} : { key });
    }

    async function create(page: Page, name: string): Promise<string> {
      await page.getByRole("button", { name: "Create a key" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByLabel("Spending limit").fill("12.50");
      await dialog.getByRole("button", { name: "Create a key" }).click();
      return readSecret(page);
    }

    async function readSecret(page: Page): Promise<string> {
      await page.getByLabel("I have put the key in a safe place").waitFor();
      return (await page.locator("[data-secret]").textContent()) ?? "";
    }

    async function closeSecret(page: Page): Promise<void> {
      await page.getByLabel("I have put the key in a safe place").check();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.locator("[data-secret]").waitFor({ state: "detached" });
    }

    it("shows a new secret once, until it is acknowledged, and keeps it nowhere", async () => {
      await using opened = await console.show("keys");
      const { page, complaints } = opened;
      const secret = await create(page, "Shown once");
      expect((await ask(page, "/key", secret)).status).toBe(200);
      expect(await violations(page)).toEqual([]);

      // Neither Escape nor a click beside it takes it away unread.
      await page.keyboard.press("Escape");
      await page.mouse.click(5, 5);
      expect(await readSecret(page)).toBe(secret);
      expect(await page.getByRole("button", { name: "Close", exact: true }).isEnabled()).toBe(
        false,
      );

      await closeSecret(page);
      await page.getByRole("button", { name: "Shown once" }).waitFor();
      const kept = await remembered(page);
      expect(kept).toContain("Shown once");
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(console.keys.management);
      expect(complaints).toEqual([]);
    });

    it("names what is wrong, at the field, and sends nothing", async () => {
      await using opened = await console.show("keys");
      const { page } = opened;
      await page.getByRole("button", { name: "Create a key" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("Wrong");
      await dialog.getByText("Rights and rates").click();
      await dialog.getByLabel("Networks").fill("nowhere");
      await dialog.getByText("Rights and rates").click();
      await dialog.getByRole("button", { name: "Create a key" }).click();
      const networks = dialog.getByLabel("Networks");
      await networks.and(page.locator(":focus")).waitFor();
      expect(await networks.getAttribute("aria-invalid")).toBe("true");
      expect(await violations(page)).toEqual([]);

      // What only the gateway knows to be wrong is shown at its field, too.
      await networks.fill("999.0.0.1");
      await dialog.getByRole("button", { name: "Create a key" }).click();
      await dialog.locator(".field-error", { hasText: "CIDR" }).waitFor();
      expect((await ask(page, "/keys?search=Wrong")).body.data).toEqual([]);
    });

    it("edits, switches off and takes that back, rotates, and revokes by the name", async () => {
      await using opened = await console.show("keys");
      const { page, complaints } = opened;
      const first = await create(page, "Whole life");
      await closeSecret(page);
      await page.getByRole("button", { name: "Whole life" }).click();
      const drawer = page.getByRole("dialog").first();

      await drawer.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Spending limit").fill("20");
      await page.getByRole("button", { name: "Save" }).click();
      await drawer.locator(".limit-left", { hasText: "$20.00" }).waitFor();
      expect((await ask(page, "/key", first)).body.data).toMatchObject({
        name: "Whole life",
        limit: 20,
      });

      await drawer.getByRole("button", { name: "Switch off" }).click();
      await drawer.getByText("Switched off. It is refused").waitFor();
      expect((await ask(page, "/key", first)).status).toBe(401);
      await drawer.getByRole("button", { name: "Undo" }).click();
      await drawer.getByText("Switched on.").waitFor();
      expect((await ask(page, "/key", first)).status).toBe(200);

      await drawer.getByRole("button", { name: "Rotate" }).click();
      await page.getByLabel("goes on working for").selectOption("0");
      await page.getByRole("dialog").last().getByRole("button", { name: "Rotate" }).click();
      const second = await readSecret(page);
      await closeSecret(page);
      expect((await ask(page, "/key", first)).status).toBe(401);
      expect((await ask(page, "/key", second)).status).toBe(200);
      expect(await remembered(page)).not.toContain(second);

      await drawer.getByRole("button", { name: "Revoke" }).click();
      const confirm = page.getByRole("alertdialog");
      const revoke = confirm.getByRole("button", { name: "Revoke" });
      await confirm.getByLabel("Type Whole life").fill("Whole lif");
      expect(await revoke.isEnabled()).toBe(false);
      await confirm.getByLabel("Type Whole life").fill("Whole life");
      await revoke.click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect((await ask(page, "/key", second)).status).toBe(401);
      const opener = page.getByRole("button", { name: "Whole life" });
      await expect.poll(() => opener.count()).toBe(0);
      await expect.poll(() => new URL(page.url()).search).toBe("");
      expect(complaints).toEqual([]);
    });

    it("says where a key was found exposed, and rotates it without an overlap", async () => {
      await using opened = await console.show("keys");
      const { page } = opened;
      const secret = await create(page, "Leaked");
      await closeSecret(page);
      const leak = "https://git.example/acme/app/.env";
      const body = { keys: [secret], source: "commit", url: leak };
      const report = await askInPage(page, "/keys/exposed", { method: "POST", body });
      expect(report.status).toBe(200);
      await opened.go("keys?show=exposed");
      await page.getByRole("button", { name: "Leaked" }).click();
      await page.getByText("This key was found exposed").waitFor();
      await page.getByText(leak).waitFor();
      expect(await page.getByRole("link", { name: leak }).count()).toBe(0);
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Rotate" }).click();
      expect(await page.getByLabel("goes on working for").inputValue()).toBe("0");
    });

    it("searches at the gateway, and keeps the filters in the address", async () => {
      await using opened = await console.show("keys?kind=management&sort=nonsense");
      const { page } = opened;
      await page.locator(".row-opener").first().waitFor();
      const { body: managing } = await ask(page, "/keys?kind=management&limit=1");
      await page.locator(`[data-figure=keys][data-value="${managing.total_count}"]`).waitFor();
      await page.getByRole("searchbox", { name: "Search" }).fill("no key has this name");
      await page.getByText("No key fits these filters").waitFor();
      await expect
        .poll(() => new URL(page.url()).searchParams.get("search"))
        .toBe("no key has this name");
      await page.getByRole("button", { name: "Clear filters" }).click();
      const { body: all } = await ask(page, "/keys?limit=1");
      expect(all.total_count).toBeGreaterThan(managing.total_count ?? 0);
      await page.locator(`[data-figure=keys][data-value="${all.total_count}"]`).waitFor();
    });

    it("fits a phone, with one key open", async () => {
      await using opened = await console.open("keys", {
        viewport: { width: 360, height: 740 },
        colorScheme: "dark",
      });
      const { page } = opened;
      await settled(page);
      await page.locator(".row-opener").last().click();
      await page.getByRole("heading", { name: "What limits it" }).waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await violations(page)).toEqual([]);
    });

    it("reads times in the zone of the settings, on a machine in another one", async () => {
      const zone = { timezoneId: "America/New_York" };
      await using opened = await console.open("requests", zone);
      const { page } = opened;
      await page.evaluate('localStorage.setItem("portico.zone", "Europe/Berlin")');
      await page.reload();
      await page.getByText("More filters").click();
      const from = page.getByLabel("From", { exact: true });
      // The clocks in Berlin went from 2:00 to 3:00 on this day, and those in New York three weeks before.
      await from.fill("2026-03-29T03:00");
      const isoInUrl = () => new URL(page.url()).searchParams.get("from");
      await expect.poll(isoInUrl).toBe("2026-03-29T01:00:00.000Z");
      expect(await from.inputValue()).toBe("2026-03-29T03:00");

      await opened.go("keys");
      await page.getByRole("button", { name: "Create a key" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: true }).fill("Until summer time");
      await dialog.getByText("In the time zone of your settings, Europe/Berlin.").waitFor();
      await dialog.getByLabel("Stops working").fill("2027-03-28T03:00");
      const [reply] = await Promise.all([
        page.waitForResponse((one) => one.request().method() === "POST"),
        dialog.getByRole("button", { name: "Create a key" }).click(),
      ]);
      expect((await reply.json()).data.expires_at).toBe("2027-03-28T01:00:00.000Z");
    });
  },
);
