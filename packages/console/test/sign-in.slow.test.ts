import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenConsole, openConsole, otherHost } from "./support/open-console.ts";

describe.skipIf(!hasChromium)(`signing in on a gateway${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("lasts in a window that is loaded again, and keeps the address", async () => {
    await using opened = await console.open("keys?search=stolen");
    await opened.page.reload();
    await opened.page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    expect(new URL(opened.page.url()).search).toBe("?search=stolen");
    expect(opened.complaints).toEqual([]);
  });

  it("works by plain http from another machine, to which browsers say less", async () => {
    await using opened = await console.open("keys", { host: otherHost });
    const { page, complaints } = opened;
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Keys" }).waitFor();
    await page.locator(".row-opener").first().waitFor();

    // There is no clipboard for scripts then, and a new key is shown once.
    await page.getByRole("button", { name: "Create a key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Copied by plain http");
    await dialog.getByRole("button", { name: "Create a key" }).click();
    const secret = await page.locator("[data-secret]").textContent();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    await page.getByLabel("I have put the key in a safe place").check();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const search = page.getByRole("searchbox").first();
    await search.focus();
    await page.keyboard.press("Control+V");
    await expect.poll(() => search.inputValue()).toBe(secret);
    expect(complaints.filter((text) => !text.includes("untrustworthy"))).toEqual([]);
  });

  it("leaves nothing secret where scripts can read it", async () => {
    await using opened = await console.open("my-key", { as: "ordinary" });
    const readable = await opened.page.evaluate<string>(
      "document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.documentElement.outerHTML",
    );
    expect(readable).not.toContain(console.keys.ordinary);
    expect(readable).not.toContain("portico-session");
  });

  it("ends for every window when one signs out", async () => {
    await using opened = await console.open("keys");
    const { page } = opened;
    const second = await page.context().newPage();
    await second.goto(`${console.url}audit`);
    await second.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    await page.locator(".account").click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("Key", { exact: true }).waitFor();
    await second.reload();
    await second.getByLabel("Key", { exact: true }).waitFor();
  });
});
