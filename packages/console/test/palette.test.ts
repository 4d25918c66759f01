import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

describe.skipIf(!hasChromium)(`the palette${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("opens a screen and a form, and changes the time zone, by the keyboard alone", async () => {
    await using opened = await console.open("audit");
    const { page } = opened;
    const find = async (text: string, option: string | RegExp) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Find anything" }).fill(text);
      await page.getByRole("option", { name: option }).first().waitFor();
      await page.keyboard.press("Enter");
      // The next one is opened when this one has gone: until then, the same keys close it.
      await page.getByRole("combobox", { name: "Find anything" }).waitFor({ state: "detached" });
    };
    await find("ledger", "Ledger");
    await page.getByRole("heading", { level: 1, name: "Ledger" }).waitFor();
    await find("time zone tokyo", "Time zone: Asia/Tokyo");
    expect(await page.getByLabel("Time zone").inputValue()).toBe("Asia/Tokyo");
    await find("create a key", "Create a key");
    await page.getByRole("dialog", { name: "Create a key" }).waitFor();
  });
});
