import { hasChromium, withoutChromium } from "@portico/test-support/chromium";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settled, violations } from "./support/examine.ts";
import { type OpenConsole, openConsole } from "./support/open-console.ts";

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe.skipIf(!hasChromium)(`sessions and their ends${withoutChromium}`, () => {
  let console: OpenConsole;
  beforeAll(async () => {
    console = await openConsole("gateway");
  });
  afterAll(() => console[Symbol.asyncDispose]());

  it("refuses a wrong key in the gateway's words, and goes on to the address that was asked", async () => {
    await using opened = await console.open("keys?kind=management", { as: "nobody" });
    const { page } = opened;
    await signIn(page, "ptcm_wrong");
    await page.locator(".field-error").waitFor();
    expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    expect(await violations(page)).toEqual([]);
    await signIn(page, console.keys.management);
    await page.getByRole("button", { name: "First management key" }).first().waitFor();
    expect(new URL(page.url()).search).toBe("?kind=management");
  });

  it("says how long to wait after too many tries", async () => {
    await using opened = await console.open("keys", { as: "nobody" });
    const { page } = opened;
    await page.route("**/api/v1/session", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 429,
            headers: { "retry-after": "41" },
            contentType: "application/json",
            body: JSON.stringify({
              error: { code: 429, message: "Too many sign-ins have failed.", metadata: null },
            }),
          })
        : route.continue(),
    );
    await signIn(page, "ptcm_again");
    await page.getByText("Too many sign-ins have failed. Try again in 41 seconds.").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("keeps what was typed where the session ends while one works", async () => {
    await using opened = await console.open("keys");
    const { page } = opened;
    await page.getByRole("button", { name: "Create a key" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: true }).fill("Typed before the end");
    await page.context().clearCookies();
    await form.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("alertdialog", { name: "The session has ended" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await signIn(page, console.keys.management);
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe(
      "Typed before the end",
    );
    await form.getByRole("button", { name: "Create a key" }).click();
    await page.locator("[data-secret]").waitFor();
  });

  it("takes up a sign-in of another window, with what was typed", async () => {
    await using opened = await console.open("keys");
    const { page } = opened;
    const way = { way: "oidc", name: "Acme", href: "sign-in/oidc" };
    const ways = { data: [{ ...way, sign_out_href: null, is_automatic: false }] };
    await page.route("**/api/v1/session/ways", (route) => route.fulfill({ json: ways }));
    await page.reload();
    await page.getByRole("button", { name: "Create a key" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: true }).fill("Typed before the end");
    await page.context().clearCookies();
    await form.getByRole("button", { name: "Create a key" }).click();
    const link = page.getByRole("link", { name: "Sign in with Acme" });
    await link.waitFor();
    expect(await link.getAttribute("target")).toBe("_blank");
    const second = await page.context().newPage();
    await second.goto(`${console.url}sessions`);
    await signIn(second, console.keys.management);
    await second.getByText("This one").waitFor();
    await page.bringToFront();
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe(
      "Typed before the end",
    );
  });

  it("shows nothing of one reader to the next one", async () => {
    await using opened = await console.open("keys");
    const { page } = opened;
    await page.getByRole("button", { name: "First management key" }).first().waitFor();
    await page.context().clearCookies();
    await page.getByRole("searchbox", { name: "Search" }).fill("x");
    await page.getByRole("alertdialog", { name: "The session has ended" }).waitFor();
    await page.getByText("First management key").first().waitFor({ state: "hidden" });
    await signIn(page, console.keys.ordinary);
    await page.getByRole("banner").getByText("holder").waitFor();
    await page.locator(".notice.forbidden").waitFor();
    await page.getByText("First management key").first().waitFor({ state: "detached" });
  });

  it("lists sessions, marks this one, ends another one, and signs out everywhere", async () => {
    await using mine = await console.open("sessions");
    await using other = await console.open("my-key", { as: "ordinary" });
    const { page } = mine;
    await page.reload();
    await page.getByText("This one").first().waitFor();
    await settled(page);
    expect(await page.getByText("This one").count()).toBe(1);
    const row = page.getByRole("row").filter({ hasText: "Holder of a key" }).first();
    await row.getByRole("button", { name: "End" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await other.page.reload();
    await other.page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await other.page.context().cookies()).toEqual([]);
    expect(new URL(other.page.url()).pathname).toBe("/console/my-key");

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await expect.poll(() => page.getByText("This one").count()).toBe(0);
  });

  it("gives a holder of a key the own sessions alone, and no way to end those of others", async () => {
    await using opened = await console.open("sessions", { as: "ordinary" });
    const { page } = opened;
    await settled(page);
    await page.getByText("This one").waitFor();
    expect(await page.getByText("First management key").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Sign everybody out" }).count()).toBe(0);
  });
});
