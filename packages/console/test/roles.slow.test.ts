import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askInPage } from "./support/ask.ts";
import { settled } from "./support/examine.ts";
import { type OpenConsole, type Opened, openConsole, places } from "./support/open-console.ts";

/** Buttons that change something, beside those of filters, drawers and copies. */
const deeds =
  /^(Create|Edit|Rotate|Revoke|Switch o|Raise|Delete|Grant credits|Save$|Add a|Erase|Check now|Rename|Replace|End |Refund)/;

/** Where an operator can do something: a screen with its first row open, or a part of a drawer. */
const screens = [
  ["keys", "Keys"],
  ["budgets", "Budgets and alerts"],
  ["workspaces", "Workspaces"],
  ["ledger", "Ledger"],
  ["providers", "Providers"],
  ["workspaces?workspace=default&tab=byok", "Workspaces"],
  ["workspaces?workspace=default&tab=log", "Workspaces"],
] as const;

async function deedsOn({ page, go }: Opened, [path, title]: readonly [string, string]) {
  await go(path);
  await page.locator("h1", { hasText: title }).waitFor();
  await settled(page);
  const opener = page.locator(".row-opener").first();
  const isDrawer = path.includes("?");
  if (!isDrawer && (await opener.count()) > 0) await opener.click();
  if (isDrawer || (await opener.count()) > 0) await page.getByRole("dialog").waitFor();
  await settled(page);
  const buttons = await page.locator("main button, [role=dialog] button").allTextContents();
  return buttons.filter((text) => deeds.test(text));
}

describe.skipIf(!hasChromium).each(places)(
  `a session that may only read on the %s${withoutChromium}`,
  (place) => {
    let console: OpenConsole;
    beforeAll(async () => {
      console = await openConsole(place);
    });
    afterAll(() => console[Symbol.asyncDispose]());

    it("is offered nothing that it may not do", async () => {
      await using opened = await console.open("keys");
      const { page, complaints } = opened;
      for (const screen of screens)
        expect([screen, (await deedsOn(opened, screen)).length > 0]).toEqual([screen, true]);
      await opened.go("keys");
      const secret = await readOnlyKey(page);
      await page.locator("header.bar .account").click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByLabel("Key", { exact: true }).fill(secret);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.locator(".bar .account").waitFor();
      const offered: string[] = [];
      for (const screen of screens) {
        const found = await deedsOn(opened, screen);
        offered.push(...found.map((deed) => `${screen[0]}: ${deed}`));
      }
      expect(offered).toEqual([]);
      expect(complaints).toEqual([]);
    });
  },
);

async function readOnlyKey(page: Page): Promise<string> {
  const made = await askInPage<{ readonly key: string }>(page, "/keys", {
    method: "POST",
    body: { name: "Reader", kind: "management", scope: "read_only" },
  });
  return made.body.key;
}
